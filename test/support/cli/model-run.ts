import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { testKey } from "../model-server/client.js";
import { says } from "../model-server/replies.js";
import { ModelServer, type Reply } from "../model-server/server.js";
import { brokenCheck, brokenFiles, writeProject } from "./broken-project.js";
import { type CommandResult, healRun, type Outcome, outcomeIn } from "./heal-command.js";
import { testFolder } from "./test-folder.js";

/** The answer that mends the broken project. */
export const mending = says("The limit itself counts.\n\n```js\nexport const isGrown = (age) => age >= 18;\n```\n", {
  usage: { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 },
});

export async function modelServer(always?: Reply): Promise<ModelServer> {
  const server = await ModelServer.start();
  onTestFinished(() => server.close());
  return always === undefined ? server : server.always(always);
}

export interface ModelRunRequest {
  readonly flags: readonly string[];
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ModelRun extends CommandResult {
  readonly folder: string;
  readonly project: string;
  readonly out: string;
}

/** `heal run --coder model` on the broken project, with the test's key unless the environment says otherwise. */
export async function runWithModel({ flags, files = {}, environment = {} }: ModelRunRequest): Promise<ModelRun> {
  const folder = testFolder();
  const project = writeProject(join(folder, "project"), { ...brokenFiles, ...files });
  const out = join(folder, "out");
  const more = ["--coder", "model", ...flags];
  const run = await healRun({ cwd: project, check: brokenCheck, out, more, environment: { HEAL_API_KEY: testKey, ...environment } });
  return { ...run, folder, project, out };
}

export interface ModelOutcome extends Outcome {
  readonly attempts: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly cost: { readonly usd: number | null };
}

export function modelOutcome({ out }: ModelRun): ModelOutcome {
  return outcomeIn(out) as ModelOutcome;
}

/** Every byte below a folder, and what the command printed. */
export function everythingOf({ out, stdout, stderr }: ModelRun): string {
  return [stdout, stderr, ...textsBelow(out)].join("\n");
}

export function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, "latin1")}`);
}

const shortestPart = 8;

/** Parts of the key, plain, reversed, as base64 or hexadecimal, that a text holds. */
export function keyIn(text: string): string[] {
  const bytes = Buffer.from(testKey);
  const forms = [
    testKey,
    [...testKey].reverse().join(""),
    bytes.toString("hex"),
    ...[0, 1, 2].map((offset) => bytes.subarray(offset).toString("base64").slice(0, -4)),
  ];
  const parts = forms.flatMap((form) => Array.from({ length: form.length - shortestPart + 1 }, (_none, at) => form.slice(at, at + shortestPart)));
  return [...new Set(parts)].filter((part) => part !== "sk-test-" && text.includes(part));
}

/** What an endpoint was sent, without the one header that carries the key. */
export function sentBeside(server: ModelServer): string {
  return server.received.toString("latin1").replaceAll(new RegExp(`^authorization: Bearer ${testKey}\\r$`, "gim"), "");
}
