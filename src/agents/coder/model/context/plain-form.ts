import type { ContextRequest } from "./context-request.js";

const mostLines = 5;

/** Requests in the plain form, for models without tools. Only when the reply is nothing else: a line `READ x` in an answer is part of the answer. */
export function plainRequests(reply: string): ContextRequest[] {
  const lines = reply
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^```/.test(line));
  const requests = lines.map(requestOn);
  return requests.length > 0 && requests.every((one) => one !== undefined) ? requests.slice(0, mostLines) : [];
}

function requestOn(line: string): ContextRequest | undefined {
  const [, word, rest] = /^(READ|SEARCH|LIST)(?:\s+(.*))?$/.exec(line) ?? [];
  const given = (rest ?? "").replace(/^`(.*)`$/, "$1");
  if (word === "READ") return { kind: "read", path: given, startLine: 1 };
  if (word === "SEARCH") return { kind: "search", words: given };
  return word === "LIST" ? { kind: "list", path: given } : undefined;
}
