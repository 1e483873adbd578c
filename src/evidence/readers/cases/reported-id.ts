import { type CaseName, HOOK_TITLE } from "../../../domain/case.js";

/** A case as its runner prints it. */
export function reportedId(name: CaseName): string {
  const titles = name.titlePath.filter((title) => title !== HOOK_TITLE);
  if (titles.length === 0) return name.file;
  if (name.runner === "vitest") return [name.file, ...titles].join(" > ");
  if (name.runner === "jest") return name.file === "" ? titles.join(" › ") : `${name.file} › ${titles.join(" › ")}`;
  if (name.runner === "mocha") return titles.join(" ");
  return titles.join(" > ");
}
