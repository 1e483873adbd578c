import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DefaultArtifactClient } from "@actions/artifact";

export interface UploadRequest {
  readonly name: string;
  readonly directory: string;
  /** The runner's environment: the artifact service's address and token are in it. */
  readonly environment: Readonly<Record<string, string>>;
}

export type Uploaded = { readonly kind: "uploaded"; readonly name: string } | { readonly kind: "failed"; readonly reason: string };

const serviceVariables = ["ACTIONS_RUNTIME_TOKEN", "ACTIONS_RESULTS_URL", "ACTIONS_ARTIFACT_UPLOAD_CONCURRENCY", "GITHUB_RETENTION_DAYS"] as const;

/** Uploads the bundle. The service's token is in the process's environment only meanwhile, when no box is open any more. */
export async function uploadBundle(request: UploadRequest): Promise<Uploaded> {
  if (!request.environment.ACTIONS_RUNTIME_TOKEN || !request.environment.ACTIONS_RESULTS_URL) {
    return { kind: "failed", reason: "this runner has no artifact service" };
  }
  for (const name of serviceVariables) if (request.environment[name] !== undefined) process.env[name] = request.environment[name];
  try {
    const files = (await filesBelow(request.directory)).map((path) => join(request.directory, path));
    await new DefaultArtifactClient().uploadArtifact(request.name, files, request.directory);
    return { kind: "uploaded", name: request.name };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    for (const name of serviceVariables) delete process.env[name];
  }
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}
