import type { BaseTree } from "../../../../ports/sandbox.js";

/** A folder shown as the merge of several, written to in the box's scratch only. */
export interface StackedFolder {
  /** Short and plain: names the upper folder and the kept part of a layer. */
  readonly name: string;
  /** Where the merge stands, relative to the command's folder. */
  readonly at: string;
  /** Read-only folders, highest first, as plain names relative to the command's folder. */
  readonly lower: readonly string[];
  /** Host folders to be had under a plain name first. */
  readonly binds: readonly { readonly from: string; readonly name: string }[];
}

/** Names of folders in the run's folder. */
export interface StackInput {
  readonly patch: string | null;
  /** Lowest first, with the parts that each has. */
  readonly layers: readonly { readonly name: string; readonly parts: ReadonlySet<string> }[];
  readonly mask: string;
}

/** What lies over what (the ground brings the lowest, "base"): patch, layers, hidden git folders, base; each further folder of the base is a stack of its own inside the merged tree. */
export function stackFolders(input: StackInput, base: BaseTree): StackedFolder[] {
  const layersOf = (part: string): string[] =>
    input.layers
      .filter((layer) => layer.parts.has(part))
      .map((layer) => `../${layer.name}/${part}`)
      .reverse();
  const patch = input.patch === null ? [] : [`../${input.patch}`];
  const tree: StackedFolder = {
    name: "tree",
    at: "merged",
    lower: [...patch, ...layersOf("tree"), `../${input.mask}`, "base"],
    binds: [],
  };
  const further = base.overlays.map((overlay, index) => furtherFolder({ index, overlay, layers: layersOf(`over${index}`) }));
  const home = layersOf("home");
  return [tree, ...further, ...(home.length === 0 ? [] : [{ name: "home", at: "scratch/home", lower: home, binds: [] }])];
}

function furtherFolder(part: { readonly index: number; readonly overlay: BaseTree["overlays"][number]; readonly layers: readonly string[] }): StackedFolder {
  const name = `over${part.index}`;
  return { name, at: `merged/${part.overlay.at}`, lower: [...part.layers, `base-${name}`], binds: [{ from: part.overlay.from, name: `base-${name}` }] };
}
