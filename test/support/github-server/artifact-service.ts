import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

export interface StoredArtifact {
  readonly id: string;
  readonly name: string;
  /** The zip, whole once the artifact is final. */
  readonly content: Buffer;
  readonly final: boolean;
}

interface Upload {
  readonly id: string;
  readonly name: string;
  readonly blocks: Map<string, Buffer>;
  content: Buffer;
  final: boolean;
}

const service = "/twirp/github.actions.results.api.v1.ArtifactService/";

/** The part of the Actions results service that uploading, listing and fetching an artifact needs, blob storage included. */
export class ArtifactService {
  readonly #uploads: Upload[] = [];
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  get artifacts(): readonly StoredArtifact[] {
    return this.#uploads;
  }

  /** True when the request was for this service and is answered. */
  async handle(request: IncomingMessage, response: ServerResponse, origin: string): Promise<boolean> {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname.startsWith("/artifact-blobs/")) await this.#blob(request, response, url);
    else if (url.pathname.startsWith(service)) await this.#call(request, response, { method: url.pathname.slice(service.length), origin });
    else return false;
    return true;
  }

  async #call(request: IncomingMessage, response: ServerResponse, call: { method: string; origin: string }): Promise<void> {
    const body = JSON.parse((await bytesOf(request)).toString("utf8")) as Record<string, string>;
    if (request.headers.authorization !== `Bearer ${this.#token}`) return reply(response, 401, { msg: "unauthenticated" });
    if (call.method === "CreateArtifact") return this.#create(response, body, call.origin);
    if (call.method === "FinalizeArtifact") return this.#finalize(response, body);
    if (call.method === "ListArtifacts") return reply(response, 200, { artifacts: this.#uploads.filter((upload) => upload.final).map(listed(body)) });
    if (call.method === "GetSignedArtifactURL") return reply(response, 200, { signed_url: this.#address(body["name"] ?? "", call.origin) });
    return reply(response, 404, { msg: `no method ${call.method}` });
  }

  #create(response: ServerResponse, body: Record<string, string>, origin: string): void {
    const name = body["name"] ?? "";
    if (this.#uploads.some((upload) => upload.name === name)) {
      return reply(response, 409, { msg: "an artifact with this name already exists on the workflow run" });
    }
    this.#uploads.push({ id: String(this.#uploads.length + 1), name, blocks: new Map(), content: Buffer.alloc(0), final: false });
    return reply(response, 200, { ok: true, signed_upload_url: this.#address(name, origin) });
  }

  #finalize(response: ServerResponse, body: Record<string, string>): void {
    const upload = this.#uploads.find((candidate) => candidate.name === body["name"]);
    if (upload === undefined) return reply(response, 404, { msg: "no such artifact" });
    const digest = `sha256:${createHash("sha256").update(upload.content).digest("hex")}`;
    if (body["hash"] !== digest || Number(body["size"]) !== upload.content.length) return reply(response, 400, { msg: "size or hash is wrong" });
    upload.final = true;
    return reply(response, 200, { ok: true, artifact_id: upload.id });
  }

  #address(name: string, origin: string): string {
    return `${origin}/artifact-blobs/${encodeURIComponent(name)}?sig=signed`;
  }

  async #blob(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const name = decodeURIComponent(url.pathname.slice("/artifact-blobs/".length));
    const upload = this.#uploads.find((candidate) => candidate.name === name);
    const body = await bytesOf(request);
    if (upload === undefined || request.headers.authorization !== undefined) return reply(response, 403, { msg: "signed addresses take no other credential" });
    if (request.method === "GET") return void response.writeHead(200, { "content-type": "application/zip" }).end(upload.content);
    const part = url.searchParams.get("comp");
    if (part === "block") upload.blocks.set(url.searchParams.get("blockid") ?? "", body);
    else if (part === "blocklist") upload.content = joined(upload.blocks, body.toString("utf8"));
    else upload.content = body;
    response.writeHead(201, { etag: '"1"', "x-ms-request-id": "1", "x-ms-version": "2020-10-02" }).end();
  }
}

function listed(body: Record<string, string>): (upload: Upload) => Record<string, unknown> {
  return (upload) => ({
    workflow_run_backend_id: body["workflowRunBackendId"] ?? body["workflow_run_backend_id"],
    workflow_job_run_backend_id: body["workflowJobRunBackendId"] ?? body["workflow_job_run_backend_id"],
    database_id: upload.id,
    name: upload.name,
    size: String(upload.content.length),
  });
}

function joined(blocks: ReadonlyMap<string, Buffer>, list: string): Buffer {
  const names = [...list.matchAll(/<(?:Latest|Uncommitted|Committed)>([^<]*)</g)].map((match) => match[1] ?? "");
  return Buffer.concat(names.map((name) => blocks.get(name) ?? Buffer.alloc(0)));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
