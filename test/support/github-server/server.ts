import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArtifactService } from "./artifact-service.js";
import { violations } from "./conformance.js";
import { type Fault, Faults } from "./faults.js";
import { GitObjects } from "./git-objects.js";
import { serveGit } from "./http-backend.js";
import { gitRoutes } from "./routes-git.js";
import { pullRoutes } from "./routes-pulls.js";
import { repositoryRoutes } from "./routes-repository.js";
import { type Answer, type RepositoryState, type Request, type Route, refusal, type TokenRights } from "./state.js";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly status: number;
}

export interface GithubServer {
  /** For GITHUB_API_URL; a clone address is this plus `/owner/name.git`. */
  readonly url: string;
  readonly state: RepositoryState;
  readonly artifacts: ArtifactService;
  readonly faults: Faults;
  readonly requests: readonly SeenRequest[];
  /** Answers that do not fit GitHub's own description: must be empty. */
  readonly violations: readonly string[];
  /** Commits files onto a branch as a person would push them; gives the commit. */
  push(branch: string, files: Readonly<Record<string, string | Buffer | null>>, message?: string): string;
  arm(fault: Fault): void;
  writes(): readonly SeenRequest[];
  close(): Promise<void>;
}

export const writeToken = "ghs_write_0123456789abcdefghijklmnopqrstuv";
export const readToken = "ghs_read_0123456789abcdefghijklmnopqrstuvw";
export const runtimeToken = ["e30", Buffer.from(JSON.stringify({ scp: "Actions.Results:run-1:job-1" })).toString("base64url"), "signature"].join(".");

const botRights: TokenRights = { login: "github-actions[bot]", contents: "write", pullRequests: "write" };
const routes: readonly { readonly route: Route; readonly method: string; readonly pattern: RegExp; readonly names: readonly string[] }[] = [
  ...repositoryRoutes,
  ...gitRoutes,
  ...pullRoutes,
].map(compiled);

function compiled(route: Route) {
  const [method = "", path = ""] = route.operation.split(" ");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const greedy = new Set(["ref", "path", "branch", "basehead"]);
  const pattern = path.replace(/\{(\w+)\}/g, (_whole, name: string) => (greedy.has(name) ? "(.+)" : "([^/]+)"));
  return { route, method: method.toUpperCase(), pattern: new RegExp(`^${pattern}$`), names };
}

/** GitHub on loopback for one repository, its objects in a real bare git repository. */
export async function startGithub(): Promise<GithubServer> {
  const folder = await mkdtemp(join(tmpdir(), "github-server-"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = freshState(url, join(folder, "widget.git"));
  const artifacts = new ArtifactService(runtimeToken);
  const faults = new Faults();
  const seen: SeenRequest[] = [];
  const wrong: string[] = [];
  const house = { state, artifacts, faults, seen, wrong };
  server.on("request", (request, response) => {
    serve(house, request, response).catch((error: unknown) => {
      wrong.push(`the server broke: ${String(error)}`);
      response.destroy();
    });
  });
  return {
    url,
    state,
    artifacts,
    faults,
    requests: seen,
    violations: wrong,
    push: (branch, files, message = "Change files") => push(state, branch, { files, message }),
    arm: (fault) => faults.arm(fault),
    writes: () => seen.filter((request) => request.method !== "GET"),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface House {
  readonly state: RepositoryState;
  readonly artifacts: ArtifactService;
  readonly faults: Faults;
  readonly seen: SeenRequest[];
  readonly wrong: string[];
}

function freshState(url: string, directory: string): RepositoryState {
  const objects = new GitObjects(directory);
  objects.git(["init", "--quiet", "--bare", "--initial-branch=main", directory]);
  return {
    url,
    ...{ owner: "acme", name: "widget", fullName: "acme/widget", defaultBranch: "main", createdAt: "2026-09-01T08:00:00Z" },
    objects,
    ...{ pulls: [], comments: [], jobs: [], actionsMayOpenPullRequests: true, preReceive: () => null, spent: null, formerName: null },
    tokens: new Map<string, TokenRights>([
      [writeToken, botRights],
      [readToken, { ...botRights, contents: "read", pullRequests: "read" }],
    ]),
  };
}

function push(state: RepositoryState, branch: string, change: { files: Readonly<Record<string, string | Buffer | null>>; message: string }): string {
  const ref = `refs/heads/${branch}`;
  const parent = state.objects.ref(ref);
  const entries = Object.entries(change.files).map(([path, content]) => ({
    path,
    mode: path.endsWith(".sh") ? "100755" : "100644",
    sha: content === null ? null : state.objects.blob(Buffer.from(content)),
  }));
  const tree = state.objects.tree(parent ?? undefined, entries);
  const author = { name: "Ada", email: "ada@example.org" };
  const sha = state.objects.commit({ tree, parents: parent === null ? [] : [parent], message: change.message, author });
  state.objects.moveRef(ref, sha, parent);
  return sha;
}

async function serve(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", house.state.url);
  if (await house.artifacts.handle(request, response, house.state.url)) return;
  const git = `/${house.state.fullName}.git`;
  if (url.pathname.startsWith(`${git}/`)) {
    serveGit(request, response, { directory: house.state.objects.directory, pathInfo: url.pathname.replace(`/${house.state.owner}`, "") });
    return;
  }
  const body = await bodyOf(request);
  const method = request.method ?? "GET";
  const fault = house.faults.take(method, decodeURIComponent(url.pathname));
  const answer = faulty(fault, () => route(house, { method, url, body, authorization: request.headers.authorization }));
  house.seen.push({ method, path: decodeURIComponent(url.pathname), body, status: answer?.status ?? 0 });
  if (answer === null) return void response.destroy();
  response.writeHead(answer.status, { "content-type": "application/json; charset=utf-8", ...answer.headers }).end(JSON.stringify(answer.body));
}

/** Null = the connection is dropped. */
function faulty(fault: Fault | undefined, handle: () => Answer): Answer | null {
  if (fault === undefined) return handle();
  if (fault.kind === "answer") return fault.answer;
  if (fault.kind === "drop-before") return null;
  handle();
  return fault.kind === "drop-after" ? null : fault.answer;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly body: Record<string, unknown>;
  readonly authorization: string | undefined;
}

function route(house: House, call: Call): Answer {
  const rights = house.state.tokens.get((call.authorization ?? "").replace(/^(token|bearer) /i, ""));
  if (rights === undefined) return refusal(401, "Bad credentials");
  if (house.state.spent !== null) return house.state.spent;
  const moved = movedAnswer(house.state, call);
  if (moved !== null) return moved;
  const pathname = call.url.pathname.replace(/^\/repositories\/1(?=\/|$)/, `/repos/${house.state.fullName}`);
  for (const { route: found, method, pattern, names } of routes) {
    const match = method === call.method ? pattern.exec(pathname) : null;
    if (match === null) continue;
    const at = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? "")]));
    if (`${at.owner}/${at.repo}` !== house.state.fullName) return refusal(404, "Not Found");
    if (!allowed(found, rights)) return refusal(403, "Resource not accessible by integration");
    const request: Request = { method, path: pathname, query: call.url.searchParams, body: call.body, at, rights };
    const answer = found.handle(house.state, request);
    house.wrong.push(...violations(found.operation, answer.status, answer.body));
    return answer;
  }
  return refusal(404, "Not Found");
}

/** What a renamed repository answers under its old name. */
function movedAnswer(state: RepositoryState, call: Call): Answer | null {
  const old = `/repos/${state.formerName}/`;
  if (state.formerName === null || !call.url.pathname.startsWith(old)) return null;
  const location = `${state.url}/repositories/1/${call.url.pathname.slice(old.length)}${call.url.search}`;
  const [status, message] = call.method === "GET" ? [301, "Moved Permanently"] : [307, "Temporary Redirect"];
  return { status: Number(status), body: { message, url: location, documentation_url: "" }, headers: { location } };
}

function allowed(route: Route, rights: TokenRights): boolean {
  if (route.needs === "contents:write") return rights.contents === "write";
  if (route.needs === "pulls:write") return rights.pullRequests === "write";
  return true;
}
