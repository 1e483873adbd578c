import type { FileView } from "../../../../domain/file-view.js";
import type { SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { Unit } from "../source/units.js";
import { pathProblem } from "./safe-path.js";

export interface ReplyReading {
  readonly reply: string;
  readonly files: FileView;
  readonly isProtected: (path: string) => boolean;
  readonly trees: SyntaxTrees;
  /** What the model was shown, most suspicious first. */
  readonly units: readonly Unit[];
  /** `whole` = fenced functions; `blocks` = search/replace and new files too, closed by the end mark. */
  readonly format: "whole" | "blocks";
  /** Whether new files may stand in folders that hold none yet. What looks like no folder may be a link, which no patch may go through; a mend hardly needs one. */
  readonly newFolders: "yes" | "no";
}

/** Why a file of a reply may not be written; undefined = it may. */
export function problemWith(reading: ReplyReading, path: string): string | undefined {
  const { files, isProtected } = reading;
  const problem = pathProblem(path, files) ?? folderProblem(reading, path);
  if (problem !== undefined) return `it names a file that may not be changed: ${problem}`;
  return isProtected(path) ? `it changes ${path}, which is protected` : undefined;
}

function folderProblem({ files, newFolders }: ReplyReading, path: string): string | undefined {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (newFolders === "yes" || folder === "" || files.has(path) || files.paths().some((known) => known.startsWith(folder))) return undefined;
  return `there is no folder ${folder.slice(0, -1)}`;
}
