import { spliced } from "../../../../../../src/agents/coder/model/reply/splice.js";
import type { SyntaxLanguage } from "../../../../../../src/ports/syntax-trees.js";
import { trees } from "../scripted-model.js";

export interface GivenReply {
  readonly code: string;
  readonly shown: readonly string[];
}

/** The file as the reply leaves it, or why the reply is refused. */
export async function splice(language: SyntaxLanguage, text: string, given: GivenReply): Promise<string> {
  await trees.load(language);
  const result = spliced(trees, { language, text, ...given });
  return result.kind === "text" ? result.text : `unusable: ${result.reason}`;
}
