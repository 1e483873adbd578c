import { githubClient } from "../../../src/adapters/github/client.js";
import { githubPullRequests } from "../../../src/adapters/github/pull-requests.js";
import { githubRepository } from "../../../src/adapters/github/repository.js";
import { type GithubServer, writeToken } from "./server.js";

/** The real adapters, pointed at the loopback server, without the pauses GitHub asks for. */
export function adaptersFor(server: GithubServer, access: { readonly token?: string; readonly repository?: string } = {}) {
  const client = githubClient({
    token: writeToken,
    apiUrl: server.url,
    serverUrl: "https://github.example",
    repository: server.state.fullName,
    version: "0.0.0-test",
    pace: { secondMs: 2, spaceWrites: false },
    ...access,
  });
  return { repository: githubRepository(client), pullRequests: githubPullRequests(client) };
}
