import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CommandResult, heal, outcomeIn, runArguments } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { faultsOf } from "../../support/cli/whole-bundle.js";
import { journalText } from "../../support/journal.js";

/** Whoever waits for a pipe without a writer is ended, and has no exit status of its own. */
const atMost = ["timeout", "-s", "KILL", "30"];

/** A folder with a project, a description, a bundle that can be read, and one whose journal is a pipe. */
function place(): string {
  const folder = testFolder();
  for (const name of ["project", "first", "piped"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "task.md"), "Write `slugify(text)` in slug.js.\n");
  writeFileSync(join(folder, "model.json"), JSON.stringify({ replies: [] }));
  writeFileSync(join(folder, "first/journal.jsonl"), journalText("healed-two-faults"));
  writeFileSync(join(folder, "elsewhere.patch"), "");
  for (const name of ["pipe", "piped/journal.jsonl"]) execFileSync("mkfifo", [join(folder, name)]);
  return folder;
}

function command(folder: string, args: readonly string[]): Promise<CommandResult> {
  return heal(args, { folder, wrapper: atMost, environment: { HEAL_API_KEY: "", OPENAI_API_KEY: "" } });
}

const task = ["--task", "task.md"];
const model = ["--model", "scripted:model.json"];
const describing = "Name a text file that describes what is wanted.";
const approving = "Name the bundle of a run with --task that ended as awaiting-approval, as the run left it.";
const ofBundle = "Name the folder of a bundle that a run of heal left.";

interface Given {
  readonly flags: readonly string[];
  readonly says: string;
  /** Puts there what is not a plain file. */
  readonly put?: (folder: string) => void;
}

test.each<[string, Given]>([
  ["a description that is a pipe", { flags: [...model, "--task", "pipe"], says: `The task pipe is a pipe, not a file. ${describing}` }],
  ["a description without an end", { flags: [...model, "--task", "/dev/zero"], says: `The task /dev/zero is a device, not a file. ${describing}` }],
  [
    "a description of one byte more than is taken",
    {
      flags: [...model, "--task", "long.md"],
      put: (folder) => writeFileSync(join(folder, "long.md"), "x".repeat(32 * 1024 + 1)),
      says: "The task long.md is larger than 32 KiB; no more is read. Shorten it, or give it in parts.",
    },
  ],
  [
    "a description of NUL characters",
    {
      flags: [...model, "--task", "nul.md"],
      put: (folder) => writeFileSync(join(folder, "nul.md"), new Uint8Array(40)),
      says: `The task nul.md holds NUL characters, so it is no text. ${describing}`,
    },
  ],
  [
    "approved tests that are a pipe",
    {
      flags: [...model, ...task, "--approve", "first"],
      put: (folder) => execFileSync("mkfifo", [join(folder, "first/tests.patch")]),
      says: `first/tests.patch is a pipe, not a file. ${approving}`,
    },
  ],
  [
    "approved tests that lie elsewhere",
    {
      flags: [...model, ...task, "--approve", "first"],
      put: (folder) => symlinkSync("../elsewhere.patch", join(folder, "first/tests.patch")),
      says: `first/tests.patch is a symbolic link, which may lead anywhere. ${approving}`,
    },
  ],
  [
    "a journal of approved tests that lies elsewhere",
    {
      flags: [...model, ...task, "--approve", "linked"],
      put: (folder) => {
        mkdirSync(join(folder, "linked"));
        symlinkSync("../first/journal.jsonl", join(folder, "linked/journal.jsonl"));
      },
      says: `linked/journal.jsonl is a symbolic link, which may lead anywhere. ${ofBundle}`,
    },
  ],
  [
    "a script of replies that is a pipe",
    {
      flags: [...task, "--model", "scripted:pipe"],
      says: "The scripted model's file pipe is a pipe, not a file. Name a file of replies after `scripted:`.",
    },
  ],
  ["a bundle of replies with a pipe", { flags: [...task, "--model", "replay:piped"], says: `piped/journal.jsonl is a pipe, not a file. ${ofBundle}` }],
])("heal run ends at once on %s, with one sentence that stands in the bundle too", async (_what, { flags, says, put }) => {
  const folder = place();
  put?.(folder);
  const result = await command(folder, runArguments({ cwd: "project", check: "node --test", out: "out", more: flags }));
  expect({ status: result.status, stderr: result.stderr }).toEqual({ status: 2, stderr: `heal: ${says}\n` });
  expect(await faultsOf(join(folder, "out"))).toEqual([]);
  expect(outcomeIn(join(folder, "out"))).toMatchObject({ stopReason: "invalid-setup", summary: says });
});

test.each([
  ["report piped", `piped/journal.jsonl is a pipe, not a file. ${ofBundle}`],
  ["replay piped --cwd first", `piped/journal.jsonl is a pipe, not a file. ${ofBundle}`],
  ["read /dev/zero", "/dev/zero is a device, not a file. Name log or report files that exist, or - for standard input."],
  ["read project", "project is a folder, not a file. Name log or report files that exist, or - for standard input."],
  ["read large.log", "large.log is larger than 256 MiB; no more is read. Give the part of it that tells the failures, for example its end."],
])("heal %s ends at once with one sentence", async (line, says) => {
  const folder = place();
  writeFileSync(join(folder, "large.log"), "");
  truncateSync(join(folder, "large.log"), 256 * 1024 * 1024 + 1);
  const result = await command(folder, line.split(" "));
  expect({ status: result.status, stderr: result.stderr }).toEqual({ status: 2, stderr: `heal: ${says}\n` });
});
