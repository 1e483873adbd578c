import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJournal } from "../../../src/adapters/bundle/read-bundle.js";
import { lastOf } from "../../../src/render/journal-view.js";
import { writeBundleFiles } from "../../../src/stages/bundle-files.js";
import { replay } from "../../../src/stages/replay.js";
import { boxedProject } from "../../support/boxed-project.js";
import { breakingSandbox } from "../../support/breaking-sandbox.js";
import { cheatProject, textsOf } from "../../support/cheats.js";
import { healProject, writeFiles } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { ScriptedCoder } from "../../support/scripted-coder.js";

const project = cheatProject("node-test");
let home: string;

interface Place {
  readonly bundle: string;
  readonly checkout: string;
}

/** A copy of the bundle and another checkout of the same base, both free to be changed. */
function copies(name: string): Place {
  const bundle = join(home, `bundle of ${name}`);
  cpSync(join(home, "bundle"), bundle, { recursive: true });
  return { bundle, checkout: writeFiles(join(home, `checkout of ${name}`), textsOf(project)) };
}

function healReplay({ bundle, checkout }: Place) {
  return spawnSync(process.execPath, ["scripts/run.cjs", "src/cli.ts", "replay", bundle, "--cwd", checkout, "--sandbox", "bubblewrap"], { encoding: "utf8" });
}

function rewrite(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, "utf8");
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
}

suiteRequires("bubblewrap")("heal replay", () => {
  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "heal-replay-test-")));
    const coder = new ScriptedCoder([{ explanation: "The right fix.", patch: project.honest }]);
    const run = await healProject({ project: writeFiles(join(home, "project"), textsOf(project)), checks: [project.check], coders: [coder] });
    expect(run.stop.reason, run.stop.sentence).toBe("fixed");
    await writeBundleFiles({ directory: run.bundleFolder, lines: () => run.lines, append: () => Promise.reject(new Error("the run has ended")), write });
    cpSync(run.bundleFolder, join(home, "bundle"), { recursive: true });
    run.dispose();

    async function write(name: string, content: string | Uint8Array): Promise<void> {
      writeFileSync(join(run.bundleFolder, name), content);
    }
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test("takes a box that does not start for no red case", async () => {
    const lines = await readJournal(join(home, "bundle"));
    const { proof } = lastOf(lines, "accepted") ?? {};
    if (proof === undefined) throw new Error("the bundle holds no proof");
    const boxed = await boxedProject(textsOf(project), [project.check]);
    try {
      const sandbox = breakingSandbox(boxed.context.sandbox, ({ changes }) => (changes.length === 0 ? "no space left" : undefined));
      const patchFile = readFileSync(join(home, "bundle", "fix.patch"));
      const toHeal = lastOf(lines, "baseline-sorted")?.steady ?? [];
      const result = await replay({ ...boxed.context, sandbox }, { proof, recorded: proof, patchFile, toHeal });
      expect(result.reproduced).toBe("no");
      expect(result.sentences.at(-1)).toBe(
        `revert: The sandbox broke while \`${project.check}\` ran: no space left. Put that right, or name another engine with \`sandbox\`, and run Heal again.`,
      );
    } finally {
      await boxed.dispose();
    }
  });

  test("reproduces it from a bundle that was put into the project itself", () => {
    const { bundle, checkout } = copies("inside");
    cpSync(bundle, join(checkout, "heal-bundle"), { recursive: true });
    const result = healReplay({ bundle: join(checkout, "heal-bundle"), checkout });
    expect(result.status, result.stderr + result.stdout).toBe(0);
  });

  test("reproduces the proof on the project it was made on", () => {
    const result = healReplay({ bundle: join(home, "bundle"), checkout: join(home, "project") });
    expect(result.status, result.stderr + result.stdout).toBe(0);
    expect(result.stdout).toContain(`\`${project.check}\``);
    expect(result.stdout).toMatch(/^revert: 2 cases red, as proved\.$/m);
    expect(result.stdout).toMatch(/^whole-suite: \d+ cases green, as proved\.$/m);
    expect(result.stdout).toMatch(/^confirmation 3 of 3: 2 cases green, as proved\.$/m);
    expect(result.stdout.trimEnd().split("\n").at(-1)).toBe("The proof was reproduced.");
  });

  test("reproduces it on another checkout of the same base", () => {
    const result = healReplay(copies("another place"));
    expect(result.status, result.stderr + result.stdout).toBe(0);
  });

  test("refuses another base in a sentence that names both digests", () => {
    const place = copies("another base");
    writeFileSync(join(place.checkout, "notes.txt"), "a file that the base does not have\n");
    const result = healReplay(place);
    expect(result.status).toBe(1);
    expect(result.stdout).toMatch(/^The files of this checkout are not those the proof was made on \(digest [0-9a-f]{12}, proof [0-9a-f]{12}\)\. Check out /);
  });

  test("is not deceived by another patch in the bundle", () => {
    const place = copies("another patch");
    rewrite(join(place.bundle, "fix.patch"), (text) => text.replace(/^\+(?!\+)(.*)$/m, "+$1 // and more"));
    const result = healReplay(place);
    expect(result.status).toBe(1);
    expect(result.stdout).toContain("fix.patch is not the patch that was proved");
    expect(result.stdout).toContain("The proof was not reproduced.");
  });

  test("is not deceived by another patch whose digest was written into proof.json", () => {
    const place = copies("another digest");
    rewrite(join(place.bundle, "proof.json"), (text) => text.replace(/("patchDigest": ")[0-9a-f]{8}/, "$100000000"));
    const result = healReplay(place);
    expect(result.status).toBe(1);
    expect(result.stdout).toContain("proof.json is not the proof that the bundle's journal recorded");
  });

  test("is not deceived by commands that are green whatever the code does, even when the whole bundle tells the same", () => {
    const place = copies("another command");
    for (const name of ["proof.json", "journal.jsonl"]) {
      rewrite(join(place.bundle, name), (text) =>
        text.replace(new RegExp(`("command": ?)"${project.check}"`, "g"), '$1"true"').replace(/("passedAtBaseline": ?)\[[^\]]*\]/g, "$1[]"),
      );
    }
    const result = healReplay(place);
    expect(result.status, result.stderr).toBe(1);
    expect(result.stdout).toContain("revert: the checks were expected red but are green.");
  });

  test.each([
    ["names no case", /("greenAfter": ?)\[[^\]]*\]/, "$1[]"],
    ["has a member that no proof has", /\{/, '{ "trust": "me",'],
    ["is cut short", /\}\s*$/, ""],
  ])("refuses a proof.json that %s", (name, pattern, replacement) => {
    const place = copies(name);
    rewrite(join(place.bundle, "proof.json"), (text) => text.replace(pattern, replacement));
    const result = healReplay(place);
    expect(result.status).toBe(2);
    expect(result.stderr).toContain(join(place.bundle, "proof.json"));
    expect(result.stderr).toContain("Use the bundle as the run left it.");
  });
});
