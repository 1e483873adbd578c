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

/** As hard to guess as a real one, so that masking it hides nothing else. */
const signature = "c2lnbmF0dXJlLW9mLXRoZS1ibG9iLXN0b3JhZ2U";
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
    const isBlob = url.pathname.startsWith("/artifact-blobs/");
    if (!isBlob && !url.pathname.startsWith(service)) return false;
    const body = await bytesOf(request);
    const authorization = request.headers.authorization;
    const answer = isBlob
      ? this.#blob({ method: request.method ?? "GET", url, body, authorization })
      : this.#call({ method: url.pathname.slice(service.length), origin, authorization }, JSON.parse(body.toString("utf8")) as Record<string, string>);
    response.writeHead(answer.status, answer.headers ?? { "content-type": "application/json" }).end(answer.content);
    return true;
  }

  #call(call: { method: string; origin: string; authorization: string | undefined }, body: Record<string, string>): Reply {
    if (call.authorization !== `Bearer ${this.#token}`) return json(401, { msg: "unauthenticated" });
    if (call.method === "CreateArtifact") return this.#create(body, call.origin);
    if (call.method === "FinalizeArtifact") return this.#finalize(body);
    if (call.method === "ListArtifacts") return json(200, { artifacts: this.#uploads.filter((upload) => upload.final).map(listed(body)) });
    if (call.method === "GetSignedArtifactURL") return json(200, { signed_url: this.#address(body.name ?? "", call.origin) });
    return json(404, { msg: `no method ${call.method}` });
  }

  #create(body: Record<string, string>, origin: string): Reply {
    const name = body.name ?? "";
    if (this.#uploads.some((upload) => upload.name === name)) return json(409, { msg: "an artifact with this name already exists on the workflow run" });
    this.#uploads.push({ id: String(this.#uploads.length + 1), name, blocks: new Map(), content: Buffer.alloc(0), final: false });
    return json(200, { ok: true, signed_upload_url: this.#address(name, origin) });
  }

  #finalize(body: Record<string, string>): Reply {
    const upload = this.#uploads.find((candidate) => candidate.name === body.name);
    if (upload === undefined) return json(404, { msg: "no such artifact" });
    const digest = `sha256:${createHash("sha256").update(upload.content).digest("hex")}`;
    if (body.hash !== digest || Number(body.size) !== upload.content.length) return json(400, { msg: "size or hash is wrong" });
    upload.final = true;
    return json(200, { ok: true, artifact_id: upload.id });
  }

  #address(name: string, origin: string): string {
    return `${origin}/artifact-blobs/${encodeURIComponent(name)}?sig=${signature}`;
  }

  #blob(request: { method: string; url: URL; body: Buffer; authorization: string | undefined }): Reply {
    const name = decodeURIComponent(request.url.pathname.slice("/artifact-blobs/".length));
    const upload = this.#uploads.find((candidate) => candidate.name === name);
    if (upload === undefined || request.authorization !== undefined) return json(403, { msg: "signed addresses take no other credential" });
    if (request.method === "GET") return { status: 200, content: upload.content, headers: { "content-type": "application/zip" } };
    const part = request.url.searchParams.get("comp");
    if (part === "block") upload.blocks.set(request.url.searchParams.get("blockid") ?? "", request.body);
    else if (part === "blocklist") upload.content = joined(upload.blocks, request.body.toString("utf8"));
    else upload.content = request.body;
    return { status: 201, content: "", headers: { etag: '"1"', "x-ms-request-id": "1", "x-ms-version": "2020-10-02" } };
  }
}

interface Reply {
  readonly status: number;
  readonly content: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

function json(status: number, body: unknown): Reply {
  return { status, content: JSON.stringify(body) };
}

function listed(body: Record<string, string>): (upload: Upload) => Record<string, unknown> {
  return (upload) => ({
    workflow_run_backend_id: body.workflowRunBackendId ?? body.workflow_run_backend_id,
    workflow_job_run_backend_id: body.workflowJobRunBackendId ?? body.workflow_job_run_backend_id,
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
