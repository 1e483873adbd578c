import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { heal, outcomeIn, runArguments } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { faultsOf } from "../../support/cli/whole-bundle.js";
import { suiteRequires } from "../../support/requirements.js";
import { slugScript } from "../../support/task-project.js";
import { answer } from "../../support/task-run.js";

const coder = `The file is missing, so the tests cannot load it.\n\nslug.js\n\`\`\`js\n${slugScript.code}\`\`\`\nEND OF ANSWER\n`;

/** An empty project beside a description and a model that follows a script. */
function place(files: Readonly<Record<string, string>> = {}) {
  const folder = testFolder();
  const replies = [
    { role: "tester", text: answer("slug.test.js", slugScript.tests, "slug.js") },
    ...Array.from({ length: 3 }, () => ({ role: "coder", text: coder })),
  ];
  const all = { "task.md": "Write `slugify(text)` in slug.js.\n", "model.json": JSON.stringify({ replies }), ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "project"));
  const run = (out: string, more: readonly string[]) =>
    heal(runArguments({ cwd: "project", check: "node --test", out, more: ["--profile", "large", ...more] }), {
      folder,
      environment: { HEAL_API_KEY: "", OPENAI_API_KEY: "" },
    });
  return { folder, run };
}

const model = ["--model", "scripted:model.json"];
const task = ["--task", "task.md"];

suiteRequires("bubblewrap")("a task on the command line", () => {
  test("stops for approval, goes on with the command it names, writes code and tests, and its proof is seen again", async () => {
    const { folder, run } = place();
    const first = await run("first", [...model, ...task]);
    expect(first.status, first.stderr).toBe(1);
    expect(outcomeIn(join(folder, "first"))).toMatchObject({ outcome: "declined", stopReason: "awaiting-approval", files: [] });
    expect(await faultsOf(join(folder, "first"))).toEqual([]);
    const program = relative(folder, resolve("src/cli.ts"));
    const said =
      "run --cwd project --check 'node --test' --sandbox bubblewrap --seed 1 --profile large --model scripted:model.json --task task.md --approve first";
    expect(first.stderr).toContain(`To go on with exactly these tests: node ${program} ${said}\n`);
    expect(readFileSync(join(folder, "first/report.md"), "utf8")).toContain(said);

    const second = await run("second", [...model, ...task, "--approve", "first", "--apply"]);
    expect(second.status, second.stderr).toBe(0);
    expect(outcomeIn(join(folder, "second"))).toMatchObject({ outcome: "healed", files: ["slug.js", "slug.test.js"], attempts: 1 });
    expect(await faultsOf(join(folder, "second"))).toEqual([]);
    expect(readFileSync(join(folder, "project/slug.test.js"), "utf8")).toBe(slugScript.tests);
    expect(readFileSync(join(folder, "project/slug.js"), "utf8")).toBe(slugScript.code);

    mkdirSync(join(folder, "checkout"));
    const replayed = await heal(["replay", "second", "--cwd", "checkout", "--sandbox", "bubblewrap"], { folder });
    expect(replayed.status, replayed.stdout + replayed.stderr).toBe(0);
    expect(replayed.stdout).toContain("revert: 1 case red, as proved.");
  }, 180_000);

  test.each([
    ["without a model", task, "A task is given, but no model works in this run"],
    ["with operators alone", [...task, ...model, "--coder", "operators"], "A task is given, but no model works in this run"],
    ["that is not there", [...model, "--task", "none.md"], "The task none.md could not be read (ENOENT)."],
    ["that is empty", [...model, "--task", "empty.md"], "The task empty.md is empty."],
    ["that is no text", [...model, "--task", "bytes.md"], "The task bytes.md is not UTF-8 text."],
    ["approved from a folder that is no bundle", [...model, ...task, "--approve", "project"], "journal.jsonl could not be read (ENOENT)."],
  ])("%s ends as a set-up error that names the remedy, in the bundle too", async (_what, more, said) => {
    const { folder, run } = place({ "empty.md": " \n" });
    writeFileSync(join(folder, "bytes.md"), Uint8Array.of(0xff, 0xfe, 0x00));
    const result = await run("out", more);
    expect(result.status, result.stderr).toBe(2);
    expect(result.stderr).toContain(said);
    expect(await faultsOf(join(folder, "out"))).toEqual([]);
    const { stopReason, summary } = outcomeIn(join(folder, "out"));
    expect(stopReason).toBe("invalid-setup");
    expect(result.stderr).toBe(`heal: ${summary}\n`);
  });

  test("approved without its description is no run: the flags do not go together", async () => {
    const { folder, run } = place();
    const result = await run("out", [...model, "--approve", "first"]);
    expect(result.status, result.stderr).toBe(2);
    expect(result.stderr).toBe(
      "heal: --approve is given without --task. Give the description the tests were written for, too: heal run --task FILE --approve BUNDLE.\n",
    );
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});
