import { type ModelPlan, unpricedModels } from "../../domain/model-plan.js";
import { dollars, grouped, plural } from "../figures.js";
import { type EventOf, lastOf } from "../journal-view.js";
import { code, inline } from "../safe-text.js";
import { type Spending, spendingOf } from "../spending.js";
import { capped } from "./blocks.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";

/** What the model took, beside time and candidates. */
export function modelBullets({ lines, started }: RunFacts, detail: Detail): string[] {
  const spending = spendingOf(lines);
  const ready = lastOf(lines, "model-ready");
  const limits = lastOf(lines, "model-limits");
  const planned = started?.plan.model;
  if (spending.calls === 0 && limits === undefined) return [planned ? `- Model: ${code(planned.name)}, which was not asked` : "- No model was asked"];
  return [
    ...(ready === undefined ? [] : [readyBullet(ready, detail)]),
    ...(ready === undefined && limits !== undefined ? [`- Model: ${code(limits.model)}`] : []),
    ...(limits === undefined ? [] : [mostBullet(limits, planned ?? null)]),
    ...(spending.calls === 0 ? [] : [spentBullet(spending)]),
  ];
}

function readyBullet({ model, profile, contextTokens, because }: EventOf<"model-ready">, detail: Detail): string {
  const context = contextTokens === null ? "" : `, context of ${grouped(contextTokens)} tokens`;
  return `- Model: ${code(model)}, profile ${profile}${context}: ${inline(because, detail.sentence)}`;
}

/** Said in the journal before the first call. */
function mostBullet({ model, atMost }: EventOf<"model-limits">, planned: ModelPlan | null): string {
  const unpriced = planned === null ? [] : unpricedModels(planned);
  const cost = atMost.usd === null ? `; ${unknownCost(unpriced.length === 0 ? [model] : unpriced)}` : ` and ${dollars(atMost.usd)}`;
  return `- What it might take at most: ${grouped(atMost.tokens)} tokens${cost}`;
}

function spentBullet({ calls, tokens, usd, unpriced, open }: Spending): string {
  const cost = usd === null ? unknownCost(unpriced) : dollars(usd);
  const counts = open === 1 ? "it counts with the most it" : "they count with the most they";
  const cut = open === 0 ? "" : `. The end of ${plural(open, "call")} is not in the journal: ${counts} may have taken`;
  return `- What it took: ${grouped(tokens.input)} tokens in, ${grouped(tokens.output)} out, in ${plural(calls, "call")}; ${cost}${cut}`;
}

export function unknownCost(models: readonly string[]): string {
  return `cost not known: no price for ${models.map((model) => code(model)).join(", ")}; set \`prices\` in the settings file`;
}

/** By who asked; undefined when nobody did. */
export function ledgerTable({ lines }: RunFacts): string | undefined {
  const { roles } = spendingOf(lines);
  if (roles.length === 0) return undefined;
  const rows = roles.map(({ role, calls, tokens, usd }) => {
    return `| ${role} | ${calls} | ${grouped(tokens.input)} | ${grouped(tokens.output)} | ${usd === null ? "not known" : dollars(usd)} |`;
  });
  return ["| asked by | calls | tokens in | tokens out | cost |", "| --- | ---: | ---: | ---: | ---: |", ...rows].join("\n");
}

export function sentFiles({ lines }: RunFacts, detail: Detail): string | undefined {
  const { sent, files } = spendingOf(lines);
  if (sent === 0) return undefined;
  if (files.length === 0) return "No file's text was sent to the model.";
  const bullets = capped(
    files.map((path) => `- ${code(path, 200)}`),
    detail.cases,
  );
  return `Sent to the model, whole or in part (${plural(files.length, "file")}):\n${bullets.join("\n")}`;
}
