import type { CaseName } from "../../../domain/case.js";

/** `Class::test[param]` of a case, without the file; "" for a file that could not be loaded. Subtests are run with their test. */
export function nodeTail(name: CaseName): string {
  const titles = name.titlePath.filter((title) => !isSubtest(title));
  if (titles.length === 0) return "";
  return `::${titles.join("::")}${name.parameters === undefined ? "" : `[${name.parameters}]`}`;
}

/** Subtests stand in the title path as they are printed: "(i=1)" or "[message] (i=1)". */
export function isSubtest(title: string): boolean {
  return title.startsWith("(") || title.startsWith("[");
}
