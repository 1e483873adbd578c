import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOrdinaryUser } from "../as-ordinary-user.js";
import type { BoxedEngine } from "./bench.js";
import { boxCases } from "./suite.js";

type Verdict = "passed" | string;

const minute = 60_000;

/** Registers every case for an engine, each judged by a run of the engine's own suite as the ordinary test user. */
export function conformanceAsOrdinaryUser(engine: BoxedEngine): void {
  let verdicts: ReadonlyMap<string, Verdict> = new Map();
  let output = "";
  beforeAll(async () => {
    output = await rerun(`test/integration/sandbox/conformance-${engine}.test.ts`);
    verdicts = readVerdicts(output);
  }, 6 * minute);
  afterAll(() => {
    output = "";
  });
  for (const { name } of boxCases) test(name, () => expect(verdicts.get(name) ?? `did not run\n${output.slice(-2_000)}`).toBe("passed"));
}

const marker = "the report:";

/** The checkout belongs to somebody else, so Vitest keeps its files in a folder of the user's own. */
const script = `HEAL_TEST_CACHE=$(mktemp -d); export HEAL_TEST_CACHE; "$@" --outputFile.json="$HEAL_TEST_CACHE/report" 2>&1
echo "${marker}"; cat "$HEAL_TEST_CACHE/report"; rm -rf "$HEAL_TEST_CACHE"`;

async function rerun(file: string): Promise<string> {
  const vitest = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--configLoader=native", "--project=integration", "--reporter=json", file];
  const strict = process.env.HEAL_REQUIRE_ALL === "1" ? { HEAL_REQUIRE_ALL: "1" } : {};
  const [program, ...args] = asOrdinaryUser(["sh", "-c", script, "rerun", ...vitest], { NO_COLOR: "1", ...strict });
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
  }
  await new Promise((resolve) => child.on("close", resolve));
  return text;
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

function readVerdicts(output: string): ReadonlyMap<string, Verdict> {
  const text = output.slice(output.lastIndexOf(marker) + marker.length);
  const report = JSON.parse(text.trim() || '{"testResults":[]}') as Report;
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return new Map(results.map(({ title, status, failureMessages }) => [title, status === "passed" ? status : `${status}: ${failureMessages.join("\n")}`]));
}
