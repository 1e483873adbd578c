import type { CaseResult } from "../../domain/case.js";
import { tellingLine } from "../../domain/failure.js";
import { code, inline } from "../safe-text.js";
import { capped } from "./blocks.js";
import type { Detail } from "./detail.js";

/** The one line that says most of a failure, with its type. */
export function headline({ type, message }: NonNullable<CaseResult["failure"]>): string {
  const said = tellingLine(message);
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
