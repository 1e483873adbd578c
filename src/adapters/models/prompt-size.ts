import type { ModelRequest } from "../../ports/language-model.js";

/**
 * What a prompt may count at most, in tokens, before the endpoint says: half its UTF-8 bytes. Tokenizers of today take about four bytes of
 * English or code a token and seldom fewer than two of anything.
 */
export function worstPromptTokens(request: Pick<ModelRequest, "messages" | "tools">): number {
  const texts = request.messages.map((message) => [message.role, message.content, ...(message.toolCalls ?? []).flatMap((call) => [call.name, call.arguments])]);
  const bytes = Buffer.byteLength(JSON.stringify([texts, request.tools ?? []]));
  return Math.ceil(bytes / 2);
}
