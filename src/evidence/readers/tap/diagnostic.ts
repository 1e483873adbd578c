import { parse } from "yaml";
import type { NodeError, NodeEvent } from "../node-test/events.js";

/** What a YAML block under a TAP line says of the case. */
export function tapDiagnostic(block: readonly string[]): Pick<NodeEvent, "kind" | "durationMs" | "file" | "line" | "column" | "error"> {
  const told = values(block);
  const place = /^(.*):(\d+):(\d+)$/.exec(textOf(told.location) ?? "");
  const duration = Number(told.duration_ms);
  return {
    ...(told.type === "suite" ? { kind: "suite" } : {}),
    ...(Number.isFinite(duration) ? { durationMs: duration } : {}),
    ...(place === null ? {} : { file: place[1] ?? "", line: Number(place[2]), column: Number(place[3]) }),
    ...(told.failureType === undefined ? {} : { error: errorOf(told) }),
  };
}

function errorOf(told: Readonly<Record<string, unknown>>): NodeError {
  const message = textOf(told.error) ?? "";
  const name = textOf(told.name);
  const failureType = textOf(told.failureType);
  const frames = textOf(told.stack)
    ?.split("\n")
    .map((line) => `    at ${line.trim()}`)
    .join("\n");
  const stack = frames === undefined ? undefined : `${name ?? "Error"}: ${message}\n${frames}`;
  const isOwn = failureType !== "cancelledByParent" && failureType !== "testTimeoutFailure" && failureType !== "subtestsFailed";
  const cause = { name: name ?? "Error", message, stack, expected: textOf(told.expected), actual: textOf(told.actual) };
  return { failureType, message, ...(isOwn ? { cause } : {}) };
}

function values(block: readonly string[]): Readonly<Record<string, unknown>> {
  if (block.length < 3) return {};
  const indent = /^ */.exec(block[0] ?? "")?.[0].length ?? 0;
  const body = block.slice(1, -1).map((line) => line.slice(indent));
  try {
    const value: unknown = parse(body.join("\n"), { logLevel: "silent" });
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return scalars(body);
  }
}

/** A block that is no YAML after all (odd keys in a compared value): at least its one-line scalars. */
function scalars(body: readonly string[]): Readonly<Record<string, unknown>> {
  const pairs = body.flatMap((line) => {
    const match = /^(\w+): (?!\|)(.*)$/.exec(line);
    return match === null ? [] : [[match[1] ?? "", (match[2] ?? "").replace(/^(["'])(.*)\1$/, "$2")] as const];
  });
  return Object.fromEntries(pairs);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
