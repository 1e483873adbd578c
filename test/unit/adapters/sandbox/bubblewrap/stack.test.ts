import { describe, expect, it } from "vitest";
import { stackFolders } from "../../../../../src/adapters/sandbox/engines/bubblewrap/stack.js";

describe("the stack of a box", () => {
  const layer = (name: string, ...parts: string[]) => ({ name, parts: new Set(parts) });

  it("lays the patch over later layers over earlier ones over the hidden git folders over the base", () => {
    const [tree, home] = stackFolders({ patch: "p9", mask: "m1", layers: [layer("l1", "tree", "home"), layer("l2", "tree")] }, { root: "/r", overlays: [] });
    expect(tree?.lower).toEqual(["../p9", "../l2/tree", "../l1/tree", "../m1", "base"]);
    expect(home).toMatchObject({ at: "scratch/home", lower: ["../l1/home"] });
  });

  it("gives each further folder its own stack inside the tree", () => {
    const base = { root: "/r", overlays: [{ from: "/m", at: "node_modules" }] };
    const [tree, further, home] = stackFolders({ patch: null, mask: "m1", layers: [layer("l1", "tree", "over0")] }, base);
    expect(tree).toMatchObject({ at: "merged", binds: [] });
    expect(further).toMatchObject({ at: "merged/node_modules", lower: ["../l1/over0", "base-over0"], binds: [{ from: "/m", name: "base-over0" }] });
    expect(home).toBeUndefined();
  });
});
