import type { CaseName } from "../../../domain/case.js";

/** The parts of a pytest node id. Parameters start at the first "[" after the file: they may hold "::", "/" and "]". */
export function splitNodeId(id: string): { file: string; titles: string[]; parameters: string | undefined } {
  const at = id.indexOf("::");
  if (at < 0) return { file: id, titles: [], parameters: undefined };
  const rest = id.slice(at + 2);
  const bracket = rest.indexOf("[");
  const closed = bracket > 0 && rest.endsWith("]");
  const head = closed ? rest.slice(0, bracket) : rest;
  return { file: id.slice(0, at), titles: head.split("::"), parameters: closed ? rest.slice(bracket + 1, -1) : undefined };
}

/** A case by its node id; `file` is the path as the tree knows it. A subtest's description is one more title, addresses blanked. */
export function pytestName(id: string, file: string, subtest?: string): CaseName {
  const parts = splitNodeId(id);
  const titles = subtest === undefined ? parts.titles : [...parts.titles, withoutAddresses(subtest)];
  return { runner: "pytest", file, titlePath: titles, ...(parts.parameters === undefined ? {} : { parameters: parts.parameters }) };
}

/** Object addresses differ in every run and must not be part of an identity. */
export function withoutAddresses(text: string): string {
  return text.replace(/\b0x[0-9a-fA-F]{6,}\b/g, "0x…");
}
