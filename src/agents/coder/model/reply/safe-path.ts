import type { FileView } from "../../../../domain/file-view.js";
import { isPlainName } from "../text/plain-name.js";

/** What other spellings of `.git` some file system takes for it: ignorable characters, trailing dots and blanks, short names. */
const gitNames = /^(?:\.git|git~\d+)(?:[. ]*|:.*)$/i;
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Why a path from a reply or a request is not one of the project's; undefined = it may be looked at. Nothing is normalised:
 * what does not stand there plainly is refused. Paths that exist only by another case are refused as well.
 */
export function pathProblem(path: string, files: FileView): string | undefined {
  if (path === "") return "the path is empty";
  if (/[\p{Cc}\p{Cs}]/u.test(path)) return "the path holds control characters";
  if (path.includes("\\") || path.startsWith("/") || /^[a-z]:/i.test(path) || path.startsWith("~")) return "the path is not relative to the project";
  if (path.length > 512) return "the path is too long";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return "the path leaves the project or is not plain";
  if (parts.some((part) => gitNames.test(part.normalize("NFKC").replace(ignorable, "")))) return "the path leads into version control";
  if (parts.some((part) => /[. ]$/.test(part) || part.startsWith("-") || part.length > 255)) return "the path has a name that not every file system keeps";
  if (files.has(path)) return undefined;
  return clashProblem(path, files);
}

/** Only plain names are told: the reason may stand in a sentence of a prompt. A new path must not be an old one in another spelling, nor lie below a file. */
function clashProblem(path: string, files: FileView): string | undefined {
  const folded = fold(path);
  for (const known of files.paths()) {
    const other = fold(known);
    const shown = isPlainName(known) ? known : "another one";
    if (other === folded) return `the path differs from ${shown} by spelling alone`;
    if (folded.startsWith(`${other}/`) || other.startsWith(`${folded}/`)) return `the path and ${shown} cannot stand side by side`;
  }
  return undefined;
}

function fold(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}
