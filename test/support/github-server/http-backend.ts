import { spawn, spawnSync } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";

const backend = join(spawnSync("git", ["--exec-path"], { encoding: "utf8" }).stdout.trim(), "git-http-backend");

/** Serves clone and fetch of the repositories below the folder: the CGI program git brings along. */
export function serveGit(request: IncomingMessage, response: ServerResponse, target: { readonly directory: string; readonly pathInfo: string }): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const child = spawn(backend, [], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: "/nonexistent",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      GIT_PROJECT_ROOT: dirname(target.directory),
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: target.pathInfo,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.on("close", () => answer(response, Buffer.concat(chunks)));
}

function answer(response: ServerResponse, output: Buffer): void {
  const split = output.indexOf("\r\n\r\n");
  if (split < 0) {
    response.writeHead(500).end();
    return;
  }
  let status = 200;
  for (const line of output.subarray(0, split).toString("latin1").split("\r\n")) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status).end(output.subarray(split + 4));
}
