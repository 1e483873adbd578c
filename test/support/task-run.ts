import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "../../src/adapters/bundle/read-bundle.js";
import type { Patch } from "../../src/domain/patch.js";
import type { TaskPlan } from "../../src/domain/task.js";
import type { LanguageModel } from "../../src/ports/language-model.js";
import { bundleFiles } from "../../src/stages/bundle-files.js";
import type { ApprovedBundle } from "../../src/stages/run-context.js";
import { type HealedProject, type HealProjectRequest, healProject } from "./heal-project.js";
import { ScriptedCoder } from "./scripted-coder.js";

export interface TaskRequest extends Pick<HealProjectRequest, "project" | "checks" | "plan" | "overlays" | "startFault"> {
  readonly text: string;
  readonly approval?: TaskPlan["approval"];
  readonly tester: LanguageModel;
  /** The code, one patch for each proposal. */
  readonly code?: readonly Patch[];
  readonly approved?: ApprovedBundle;
  /** A run in which no model works. */
  readonly models?: "none";
}

/** A run with a task: real runner and box, a model that answers as the Tester, a coder that follows a script. */
export async function runTask(request: TaskRequest): Promise<HealedProject & { readonly coder: ScriptedCoder }> {
  const coder = new ScriptedCoder((request.code ?? []).map((patch, index) => ({ explanation: `Proposal ${index + 1}.`, patch })));
  const healed = await healProject({
    project: request.project,
    checks: request.checks,
    coders: [coder],
    ...(request.overlays === undefined ? {} : { overlays: request.overlays }),
    ...(request.startFault === undefined ? {} : { startFault: request.startFault }),
    plan: {
      coder: "operators",
      ...request.plan,
      task: { text: request.text, approval: request.approval ?? "auto", command: "heal run --task task.md --approve here" },
    },
    ports: {
      ...(request.models === "none" ? {} : { models: () => ({ coder: request.tester, repair: request.tester }) }),
      ...(request.approved === undefined ? {} : { approved: request.approved }),
    },
  });
  return { ...healed, coder };
}

/** What a run left, written out as its shell does, and read again as a person's `--approve` does. */
export async function bundleOf(run: HealedProject): Promise<ApprovedBundle> {
  for (const [name, content] of bundleFiles(run.lines)) writeFileSync(join(run.bundleFolder, name), content);
  const testsFile = bundleFiles(run.lines).find(([name]) => name === "tests.patch")?.[1];
  return { directory: run.bundleFolder, lines: await readJournal(run.bundleFolder), testsFile: testsFile as Uint8Array };
}

export function newFile(path: string, after: string): Patch {
  return { changes: [{ kind: "add", path, after, encoding: "utf8" }] };
}

/** An answer in the form the Tester is asked for. */
export function answer(path: string, text: string, code = "slug.py"): string {
  const language = path.endsWith(".py") ? "python" : "javascript";
  return `Explanation: The stated behaviour and its edge cases.\nCode: ${code}\nFile: ${path}\n\`\`\`${language}\n${text}\`\`\`\n`;
}
