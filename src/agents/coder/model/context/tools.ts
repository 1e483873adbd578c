import { z } from "zod";
import type { ToolCall } from "../../../../domain/model-call.js";
import type { ModelTool } from "../../../../ports/language-model.js";
import type { ContextRequest } from "./context-request.js";

const pathProperty = text("path from the project's root");

export const contextTools: readonly ModelTool[] = [
  {
    name: "search",
    description: "Lines of the project's files that hold these words literally.",
    parameters: object({ words: text("at least two characters, on one line") }, ["words"]),
  },
  {
    name: "read_file",
    description: "A file of the project.",
    parameters: object({ path: pathProperty, start_line: { type: "integer", description: "first line, from 1" } }, ["path"]),
  },
  { name: "list", description: "Names in a folder of the project; an empty path is the root.", parameters: object({ path: pathProperty }, []) },
];

function text(description: string): Record<string, unknown> {
  return { type: "string", description };
}

function object(properties: Record<string, unknown>, required: readonly string[]): Record<string, unknown> {
  return { type: "object", properties, required, additionalProperties: false };
}

const mostArgumentBytes = 2_000;
const path = z.string().max(600);
const schemas = {
  search: z.object({ words: z.string().max(200) }).transform(({ words }): ContextRequest => ({ kind: "search", words })),
  read_file: z
    .object({ path, start_line: z.number().int().min(1).max(1_000_000).optional() })
    .transform((given): ContextRequest => ({ kind: "read", path: given.path, startLine: given.start_line ?? 1 })),
  list: z.object({ path: path.optional() }).transform((given): ContextRequest => ({ kind: "list", path: given.path ?? "" })),
};

/** What a tool call asks for, or the sentence that tells the model what is wrong with it. */
export function readCall(call: ToolCall): ContextRequest | string {
  if (!Object.hasOwn(schemas, call.name)) return `There is no tool of this name; there are ${Object.keys(schemas).join(", ")}.`;
  if (Buffer.byteLength(call.arguments) > mostArgumentBytes) return "The arguments are too long.";
  const parsed = schemas[call.name as keyof typeof schemas].safeParse(jsonOf(call.arguments));
  return parsed.success ? parsed.data : "The arguments are not what the tool takes.";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}
