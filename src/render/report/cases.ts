import type { CaseResult } from "../../domain/case.js";
import { code, inline } from "../safe-text.js";
import { capped } from "./blocks.js";
import type { Detail } from "./detail.js";

/** The one line that says most of a failure: its first line that differs, else the first. */
export function headline({ type, message }: NonNullable<CaseResult["failure"]>): string {
  const lines = message.split("\n").map((line) => line.trim());
  const telling = lines.find((line) => /!==|===|!=|==|expected|actual/i.test(line) && !/^expected values to be|^\+ actual - expected/i.test(line));
  const said = telling ?? lines.find((line) => line !== "") ?? "";
  return said === "" || said.startsWith(type) ? said || type : `${type}: ${said}`;
}

export function caseBullets(cases: readonly CaseResult[], detail: Detail): string[] {
  return capped(
    cases.map(({ id, failure }) => `- ${code(id)}${failure === undefined ? "" : `: ${inline(headline(failure), detail.sentence)}`}`),
    detail.cases,
  );
}

export function idBullets(ids: readonly string[], most: number): string[] {
  return capped(
    ids.map((id) => `- ${code(id)}`),
    most,
  );
}
