import { extendedByFiles } from "../../src/agents/coder/extended-patch.ts";
import { readReply } from "../../src/agents/coder/model/reply/read-reply.ts";
import { unitsOf } from "../../src/agents/coder/model/source/units.ts";
import type { CandidateVerdict, History, Proposal } from "../../src/domain/attempt.ts";
import type { Brief } from "../../src/domain/brief.ts";
import type { ModelMessage } from "../../src/domain/model-call.ts";
import type { Coder } from "../../src/ports/coder.ts";
import type { LanguageModel } from "../../src/ports/language-model.ts";
import type { SyntaxTrees } from "../../src/ports/syntax-trees.ts";

const turns = 6;

/** What most scripts do: the file and the output go in, then each new output is appended to the whole talk so far. Only for measuring. */
export class RawRetryCoder implements Coder {
  readonly name = "model";
  readonly #model: LanguageModel;
  readonly #trees: SyntaxTrees;

  constructor(model: LanguageModel, trees: SyntaxTrees) {
    this.#model = model;
    this.#trees = trees;
  }

  async *propose(brief: Brief, history: History): AsyncIterable<Proposal> {
    const units = await unitsOf(brief, this.#trees);
    const file = units[0]?.file ?? "";
    const messages: ModelMessage[] = [{ role: "user", content: firstQuestion(brief, file) }];
    for (let turn = 1; turn <= turns; turn += 1) {
      const reply = await this.#model.complete(
        { role: "coder", messages: [...messages], maxOutputTokens: 1_024, temperature: 0, seed: turn, files: [file] },
        new AbortController().signal,
      );
      if (reply.kind !== "text") return;
      const edit = await readReply({
        ...{ reply: reply.text, files: brief.files, isProtected: brief.isProtected, trees: this.#trees, units },
        ...({ format: "whole", newFolders: "no" } as const),
      });
      const patch = edit.kind === "edit" ? extendedByFiles({ files: brief.files, parent: brief.parent }, edit.texts) : undefined;
      const unusable = edit.kind === "edit" ? "it changes nothing" : edit.reason;
      yield {
        explanation: "An answer to the raw output.",
        patch: patch ?? brief.parent,
        origin: { coder: "model" },
        ...(patch === undefined ? { unusable } : {}),
      };
      messages.push({ role: "assistant", content: reply.text }, { role: "user", content: nextQuestion(history.tried.at(-1)?.verdict) });
    }
  }
}

function firstQuestion({ files, failures }: Brief, file: string): string {
  const output = failures.map(({ failure }) => failure?.excerpt ?? "").join("\n");
  return `This program fails its tests.\n\n${files.read(file)?.text ?? ""}\n\nOutput of the tests:\n${output}\n\nAnswer with the corrected functions in one code block.`;
}

function nextQuestion(verdict: CandidateVerdict | undefined): string {
  const output = verdict !== undefined && "message" in verdict ? verdict.message : (verdict?.kind ?? "");
  return `It still fails:\n${output}\n\nAnswer with the corrected functions in one code block.`;
}
