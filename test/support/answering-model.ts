import type { ModelReply, ModelRole } from "../../src/domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../src/ports/language-model.js";

/** A model that gives these replies one after another (the last one again and again) and keeps what it was asked. */
export class AnsweringModel implements LanguageModel {
  readonly name = "answering";
  readonly asked: ModelRequest[] = [];
  readonly #replies: readonly (ModelReply | string)[];

  constructor(...replies: readonly (ModelReply | string)[]) {
    this.#replies = replies;
  }

  complete(request: ModelRequest): Promise<ModelReply> {
    const reply = this.#replies[Math.min(this.asked.length, this.#replies.length - 1)] ?? "";
    this.asked.push(request);
    return Promise.resolve(typeof reply === "string" ? { kind: "text", text: reply, usage: null } : reply);
  }

  /** Everything that was sent, as one text. */
  get prompts(): string {
    return this.asked.flatMap(({ messages }) => messages.map(({ content }) => content)).join("\n");
  }
}

export function quietSignal(): AbortSignal {
  return new AbortController().signal;
}

/** A model that answers each role in its own way; a role without an answer says nothing usable. */
export class RoleModel implements LanguageModel {
  readonly name = "by role";
  readonly asked: ModelRequest[] = [];
  readonly #answers: Readonly<Partial<Record<ModelRole, string>>>;

  constructor(answers: Readonly<Partial<Record<ModelRole, string>>>) {
    this.#answers = answers;
  }

  complete(request: ModelRequest): Promise<ModelReply> {
    this.asked.push(request);
    return Promise.resolve({ kind: "text", text: this.#answers[request.role] ?? "nothing", usage: null });
  }
}
