import type { RowResult } from "./heal-row.ts";

export interface Summary {
  readonly rows: number;
  readonly visiblyRed: number;
  readonly controls: number;
  readonly controlsTouched: number;
  readonly healed: number;
  readonly right: number;
  readonly rightShare: string;
  readonly overfit: number;
  readonly overfitShare: string;
  readonly highConfidence: number;
  readonly highConfidenceOverfit: number;
  readonly medianHealedSeconds: number;
  readonly calls: number;
  /** All tokens over the rows that are right; 0 without a model. */
  readonly tokensPerRight: number;
  readonly lost: Readonly<Record<string, number>>;
}

/** A row is visibly red unless its run found nothing to heal. */
export function summarise(results: readonly RowResult[]): Summary {
  const controls = results.filter(({ stopReason }) => stopReason === "nothing-failed");
  const red = results.filter(({ stopReason }) => stopReason !== "nothing-failed");
  const healed = red.filter(({ outcome }) => outcome === "healed");
  const right = healed.filter(({ hidden }) => hidden === "right");
  const high = healed.filter(({ confidence }) => confidence === "high");
  return {
    rows: results.length,
    visiblyRed: red.length,
    controls: controls.length,
    controlsTouched: controls.filter(({ touched }) => touched === "yes").length,
    healed: healed.length,
    right: right.length,
    rightShare: share(right.length, red.length),
    overfit: healed.length - right.length,
    overfitShare: share(healed.length - right.length, healed.length),
    highConfidence: high.length,
    highConfidenceOverfit: high.filter(({ hidden }) => hidden === "wrong").length,
    medianHealedSeconds: median(healed.map(({ durationMs }) => durationMs)) / 1000,
    calls: sum(results.map(({ calls }) => calls ?? 0)),
    tokensPerRight: right.length === 0 ? 0 : Math.round(sum(results.map(({ tokens }) => tokens ?? 0)) / right.length),
    lost: countBy(
      red
        .filter(({ hidden }) => hidden !== "right")
        .map(({ outcome, hidden, stopReason, bug }) => `${outcome === "healed" ? `overfit (hidden ${hidden})` : stopReason} / ${bug}`),
    ),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function countBy(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([, one], [, other]) => other - one));
}
