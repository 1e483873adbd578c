import * as z from "zod";

const text = z.string();
const tokens = z.strictObject({ input: z.number(), output: z.number() });
const usage = tokens.nullable();
const price = z.strictObject({ input: z.number(), output: z.number() });
const onOff = z.enum(["on", "off"]);

export const modelPlan = z.strictObject({
  name: text,
  repairName: text.nullable(),
  baseUrl: text,
  profile: z.enum(["auto", "small", "large"]),
  tester: onOff,
  reviewer: onOff,
  reflection: z.enum(["on", "off", "auto"]),
  price: price.nullable(),
  repairPrice: price.nullable(),
});

const toolCall = z.strictObject({ id: text, name: text, arguments: text });

const message = z.strictObject({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: text,
  toolCalls: z.exactOptional(z.array(toolCall)),
  toolCallId: z.exactOptional(text),
});

const begun = z.exactOptional(z.literal(true));

/** No call of a run is kept with this reply: it was not sent. */
const notAffordable = z.discriminatedUnion("limit", [
  z.strictObject({ kind: z.literal("not-affordable"), limit: z.literal("max-time") }),
  z.strictObject({ kind: z.literal("not-affordable"), limit: z.enum(["max-tokens", "max-cost"]), needs: z.number(), left: z.number() }),
]);

const reply = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("text"), text, usage }),
  z.strictObject({ kind: z.literal("tool-calls"), calls: z.array(toolCall), text, usage }),
  z.strictObject({ kind: z.literal("cut-off"), text, usage }),
  z.strictObject({ kind: z.literal("empty"), usage }),
  z.strictObject({ kind: z.literal("refused"), reason: text, usage }),
  z.strictObject({ kind: z.literal("malformed"), reason: text, usage }),
  z.strictObject({ kind: z.literal("context-exceeded"), limit: z.number().nullable() }),
  notAffordable,
  z.strictObject({ kind: z.literal("unavailable"), reason: text, retry: z.enum(["soon", "never"]), retryAfterMs: z.number().nullable(), begun }),
  z.strictObject({ kind: z.literal("misconfigured"), setting: z.enum(["api-key", "model", "base-url"]), reason: text }),
  z.strictObject({ kind: z.literal("cancelled"), begun }),
]);

const role = z.enum(["coder", "repair", "reflection", "tester", "reviewer", "reading", "probe"]);

export const askedCall = z.strictObject({ number: z.int(), role, model: text, atMost: tokens, atMostUsd: z.number().nullable(), files: z.array(text) });

export const modelCall = z.strictObject({
  role,
  model: text,
  key: text,
  messages: z.array(message),
  temperature: z.number(),
  reply,
  charged: tokens,
  costUsd: z.number().nullable(),
  durationMs: z.number(),
  files: z.array(text),
});

const outcome = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("value"), text }),
  z.strictObject({ kind: z.literal("raised"), text }),
  z.strictObject({ kind: z.literal("invariant-broken"), text }),
  z.strictObject({ kind: z.literal("hung") }),
  z.strictObject({ kind: z.literal("not-run"), reason: text }),
]);

const adversarialCase = z.strictObject({ title: text, call: text, invariant: z.exactOptional(text) });

export const reviewFinding = z.strictObject({
  source: text,
  severity: z.enum(["block", "advice", "question"]),
  file: text.nullable(),
  line: z.int().nullable(),
  claim: text,
  evidence: z.strictObject({ case: adversarialCase, base: outcome, patch: outcome }).nullable(),
});
