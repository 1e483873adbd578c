import type { ChatCompletionCreateParams, ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions";
import type { ModelMessage } from "../../../domain/model-call.js";
import type { ModelRequest } from "../../../ports/language-model.js";
import type { Dialect, OptionalParameter } from "./dialect.js";

/** The request in the words the endpoint takes. */
export function requestBody(model: string, request: ModelRequest, dialect: Dialect): ChatCompletionCreateParams {
  const says = (parameter: OptionalParameter): boolean => !dialect.leaves.has(parameter);
  const outputTokens = Math.min(request.maxOutputTokens, dialect.outputCap ?? request.maxOutputTokens);
  const tools = request.tools ?? [];
  return {
    model,
    messages: messages(request, dialect),
    [dialect.outputLimit]: outputTokens,
    ...(says("temperature") ? { temperature: request.temperature } : {}),
    ...(says("seed") ? { seed: request.seed } : {}),
    ...(says("tools") && tools.length > 0 ? { tools: tools.map(toolParameter) } : {}),
    stream: says("stream"),
    ...(says("stream") && says("stream_options") ? { stream_options: { include_usage: true } } : {}),
  };
}

function toolParameter(tool: NonNullable<ModelRequest["tools"]>[number]): ChatCompletionTool {
  return { type: "function", function: { name: tool.name, description: tool.description, parameters: { ...tool.parameters } } };
}

function messages(request: ModelRequest, dialect: Dialect): ChatCompletionMessageParam[] {
  const told = dialect.leaves.has("tools") ? request.messages.map(withoutTools) : request.messages;
  return (dialect.system === "own-role" ? told : systemFolded(told)).map(messageParameter);
}

function messageParameter(message: ModelMessage): ChatCompletionMessageParam {
  if (message.role === "tool") return { role: "tool", content: message.content, tool_call_id: message.toolCallId ?? "" };
  if (message.role !== "assistant" || message.toolCalls === undefined || message.toolCalls.length === 0)
    return { role: message.role, content: message.content };
  return {
    role: "assistant",
    content: message.content,
    tool_calls: message.toolCalls.map((call) => ({ id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } })),
  };
}

/** A talk with tools, told to an endpoint that knows none. */
function withoutTools(message: ModelMessage): ModelMessage {
  if (message.role === "tool") return { role: "user", content: message.content };
  if (message.toolCalls === undefined) return message;
  const asked = message.toolCalls.map((call) => `${call.name} ${call.arguments}`).join("\n");
  return { role: message.role, content: [message.content, asked].filter((text) => text !== "").join("\n") };
}

/** Some chat templates know no system role: its text then opens the first message of the user. */
function systemFolded(given: readonly ModelMessage[]): ModelMessage[] {
  const system = given.filter((message) => message.role === "system").map((message) => message.content);
  const rest = given.filter((message) => message.role !== "system");
  const [first, ...others] = rest;
  if (first?.role !== "user") return [{ role: "user", content: system.join("\n\n") }, ...rest];
  return [{ ...first, content: [...system, first.content].join("\n\n") }, ...others];
}
