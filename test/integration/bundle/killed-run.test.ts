import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readJournal } from "../../../src/adapters/bundle/read-bundle.js";
import { SetupError } from "../../../src/domain/errors.js";
import { renderReport } from "../../../src/render/report.js";
import { journalNames, journalText } from "../../support/journal.js";
import { suiteRequires } from "../../support/requirements.js";

const run = promisify(execFile);
const heal = ["scripts/run.cjs", "src/cli.ts"];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heal-killed-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function bundleWith(journal: string): Promise<string> {
  const bundle = join(folder, "bundle");
  await mkdir(bundle, { recursive: true });
  await writeFile(join(bundle, "journal.jsonl"), journal);
  return bundle;
}

describe.each(journalNames)("the journal of %s, cut", (name) => {
  const rows = journalText(name).split("\n").slice(0, -1);

  it("after any event, renders what had happened", async () => {
    for (let length = 0; length <= rows.length; length += 1) {
      const lines = await readJournal(
        await bundleWith(
          rows
            .slice(0, length)
            .map((row) => `${row}\n`)
            .join(""),
        ),
      );
      expect(lines).toHaveLength(length);
      expect(renderReport(lines)).toMatch(/^# Heal: /);
    }
  });

  it("inside any line, loses that line and no other", async () => {
    for (const [index, row] of rows.entries()) {
      const torn = row.slice(0, 1 + ((index * 7919) % row.length));
      const lines = await readJournal(await bundleWith([...rows.slice(0, index), torn].join("\n")));
      expect(lines).toHaveLength(index);
    }
  });
});

describe("a journal that was damaged elsewhere", () => {
  it("is refused with the line and the remedy", async () => {
    const rows = journalText("nothing-to-heal").split("\n");
    const bundle = await bundleWith([rows[0], '{"schema":"heal/journal/1"', ...rows.slice(2)].join("\n"));
    await expect(readJournal(bundle)).rejects.toThrow(SetupError);
    await expect(readJournal(bundle)).rejects.toThrow(/line 2: not JSON/);
  });
});

describe("heal report", () => {
  it("renders a bundle whose last line a kill left half-written", async () => {
    const text = journalText("healed-two-faults");
    const bundle = await bundleWith(text.slice(0, Math.floor(text.length * 0.6)));
    const { stdout } = await run(process.execPath, [...heal, "report", bundle]);
    expect(stdout).toContain("**This run was cut short.**");
    expect(stdout).toContain("## Reflection log");
  });
});

const project = {
  "package.json": '{"name":"widget","scripts":{"test":"node --test"}}\n',
  "src/add.js": "exports.add = (a, b) => a - b;\nexports.largest = (list) => list.reduce((one, other) => (one < other ? one : other));\n",
  "test/add.test.js": `const test = require("node:test");
const assert = require("node:assert");
const { add, largest } = require("../src/add.js");
test("adds", () => assert.equal(add(1, 2), 3));
test("largest", () => assert.equal(largest([1, 3, 2]), 3));
`,
};

suiteRequires("bubblewrap")("a real run killed at a random moment", () => {
  it("leaves a journal from which heal report tells what happened", async () => {
    const seed = Number(process.env.HEAL_KILL_SEED ?? Math.floor(Math.random() * 1e6));
    process.stdout.write(`killed after event ${1 + (seed % 20)} (HEAL_KILL_SEED=${seed})\n`);
    const bundle = join(folder, "bundle");
    const { signal } = await endAfter(1 + (seed % 20), "SIGKILL", bundle);
    const { stdout } = await run(process.execPath, [...heal, "report", bundle]);
    const written = (await readFile(join(bundle, "journal.jsonl"), "utf8")).split("\n").length - 1;
    expect(await readJournal(bundle)).toHaveLength(written);
    expect(stdout).toContain(signal === "SIGKILL" ? "cut short" : "# Heal: healed");
  });
});

suiteRequires("bubblewrap")("a real run interrupted while candidates are tried", () => {
  it("ends in under five seconds as cancelled, with a whole bundle", async () => {
    const bundle = join(folder, "bundle");
    const { code, tookMs } = await endAfter(10, "SIGINT", bundle);
    expect(code).toBe(130);
    expect(tookMs).toBeLessThan(5_000);
    expect((await readdir(bundle)).sort()).toEqual(["journal.jsonl", "logs", "outcome.json", "report.md"]);
    expect(JSON.parse(await readFile(join(bundle, "outcome.json"), "utf8"))).toMatchObject({ outcome: "cancelled", stopReason: "cancelled" });
    expect((await readJournal(bundle)).at(-1)?.event.type).toBe("stopped");
  });
});

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Milliseconds from the signal to the end. */
  readonly tookMs: number;
}

/** Sends the signal once the run has told so many events; a run that is over before ends by itself. */
async function endAfter(events: number, sent: "SIGKILL" | "SIGINT", bundle: string): Promise<End> {
  const cwd = await writeProject();
  const args = ["run", "--cwd", cwd, "--check", "npm test", "--sandbox", "bubblewrap", "--seed", "1", "--out", bundle];
  const child = spawn(process.execPath, [...heal, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let told = 0;
  let sentAt: number | undefined;
  child.stderr.on("data", (chunk: Buffer) => {
    told += chunk.toString().split("\n").length - 1;
    if (told < events || sentAt !== undefined) return;
    sentAt = performance.now();
    child.kill(sent);
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { code, signal, tookMs: performance.now() - (sentAt ?? 0) };
}

async function writeProject(): Promise<string> {
  const cwd = join(folder, "project");
  for (const [path, text] of Object.entries(project)) {
    await mkdir(join(cwd, path, ".."), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
  return cwd;
}
