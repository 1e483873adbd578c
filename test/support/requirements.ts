import { describe, test } from "vitest";
import { type Finding, type Need, probe } from "./machine.js";

/**
 * `suiteRequires("docker", "pytest")("name", body)`: the suite runs where all of these work. Elsewhere it is skipped, and its title says
 * what is missing, so that the summary of `npm test` can name it. With HEAL_REQUIRE_ALL=1 a missing need is a failure.
 */
export function suiteRequires(...wanted: readonly Need[]): (name: string, body: () => void) => void {
  const missing = wanted.flatMap((need) => describeMissing(need, finding(need)));
  if (missing.length === 0) return (name, body) => void describe(name, body);
  const reason = missing.join(", ");
  if (process.env.HEAL_REQUIRE_ALL === "1") return (name) => void describe(name, () => failFor(reason));
  return (name, body) => void describe.skip(`${name} [needs ${reason}]`, body);
}

function describeMissing(need: Need, found: Finding): readonly string[] {
  return found.has ? [] : [`${need}: ${found.reason}`];
}

/** `npm test` asks the machine once and hands the answers on; a file run by hand asks for itself. */
function finding(need: Need): Finding {
  const told = process.env[`HEAL_TEST_HAS_${need.toUpperCase().replace("-", "_")}`];
  if (told === undefined) return probe(need);
  return told === "yes" ? { has: true } : { has: false, reason: told };
}

function failFor(reason: string): void {
  test("finds what it needs", () => {
    throw new Error(`HEAL_REQUIRE_ALL=1, but this machine lacks ${reason}`);
  });
}
