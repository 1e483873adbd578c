import { endText } from "../event-line.js";
import { duration } from "../figures.js";
import type { EventOf } from "../journal-view.js";
import { code, inline } from "../safe-text.js";
import type { Detail } from "./detail.js";

type CheckRan = EventOf<"check-ran">;

const phases: Readonly<Record<CheckRan["phase"], string>> = {
  baseline: "baseline",
  "rerun-alone": "red cases alone",
  "rerun-suite": "baseline again",
  "whole-suite": "patched, whole suite",
  confirmation: "patched, red cases",
  canary: "patched, with canary",
  minimise: "smaller patch",
  revert: "without the patch",
  replay: "replay",
};

/** Which command each name in a table of runs stands for. */
export function checkLegend(runs: readonly CheckRan[]): string {
  const checks = new Map(runs.map(({ check }) => [check.name, check]));
  const parts = [...checks.values()].map(({ name, command, directory }) => {
    return `${inline(name, 40)} is ${code(command, 200)}${directory === "" ? "" : ` in ${code(directory)}`}`;
  });
  return parts.length === 0 ? "" : `${parts.join("; ")}.`;
}

/** Every run of a check that the journal holds, as a table of words and figures of ours. */
export function runsTable(runs: readonly CheckRan[], detail: Detail): string | undefined {
  if (runs.length === 0) return undefined;
  const rows = runs.slice(0, detail.runs).map(({ phase, check, end, reading, durationMs }) => {
    const { failing, passed, skipped } = reading.counts;
    const cells = [phases[phase], inline(check.name, 40), inline(endText(end), 80), failing, passed ?? "?", skipped ?? "?", duration(durationMs)];
    return `| ${cells.join(" | ")} |`;
  });
  const more = runs.length > rows.length ? [`\n… and ${runs.length - rows.length} more runs`] : [];
  return ["| run | check | end | failing | passed | skipped | time |", "| --- | --- | --- | ---: | ---: | ---: | ---: |", ...rows, ...more].join("\n");
}

/** Runs that say less than they look like saying (case 137: partial data is never told as "no regressions"). */
export function incompleteRuns(runs: readonly CheckRan[]): string[] {
  const telling = runs.filter(({ phase }) => phase === "baseline" || phase === "whole-suite");
  return telling.flatMap(({ phase, check, end, reading }) => {
    const which = `- The run of ${code(check.command, 120)} (${phases[phase]})`;
    if (end.kind !== "exited") return [`${which} did not end by itself (${inline(endText(end), 80)}), so its cases are not all known.`];
    return reading.complete ? [] : [`${which} left a report that does not agree with its exit status or is cut, so its cases are not all known.`];
  });
}
