import { openSync } from "node:fs";
import { createSandbox } from "../../../src/adapters/sandbox/create.js";
import { emptyPatch } from "../../../src/domain/patch.js";
import { runnerEnvironment, smallLimits } from "./bench.js";
import type { Driven, DriveRequest } from "./drive.js";

type Request = DriveRequest & { readonly engine: "docker" | "bubblewrap" | "auto"; readonly root: string; readonly family: string };

/** A small program around one sandbox, for what can only be seen from outside a process: its memory, its death, its descriptors. */
async function main(request: Request): Promise<void> {
  for (let count = 0; count < (request.openDescriptors ?? 0); count += 1) openSync("/etc/passwd", "r");
  const limits = { ...smallLimits, ...request.limits };
  const hostEnvironment = { ...runnerEnvironment, ...request.hostEnvironment };
  const { engine, root, family } = request;
  const choice = await createSandbox({ choice: engine, limits, root, hostEnvironment, family });
  if (choice.kind === "unavailable") {
    process.stdout.write(JSON.stringify({ unavailable: choice.tried }));
    return;
  }
  const box = await choice.sandbox.open({ base: { root, overlays: [] }, layers: [], patch: emptyPatch });
  if (request.tellsStart === true) process.stderr.write("start\n");
  const result = await box.run({ command: request.command, directory: "", environment: {}, tools: {}, collect: [], writes: "discard" });
  await choice.sandbox.close();
  const driven: Driven = {
    end: result.end,
    stdout: result.stdout.totalBytes < 100_000 ? result.stdout.head : "",
    totalBytes: result.stdout.totalBytes,
    omittedBytes: result.stdout.omittedBytes,
    maxRssBytes: process.resourceUsage().maxRSS * 1024,
  };
  process.stdout.write(JSON.stringify(driven));
}

void main(JSON.parse(Buffer.from(String(process.argv[2]), "base64").toString("utf8")) as Request);
