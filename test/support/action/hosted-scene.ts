import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type GithubServer, startGithub } from "../github-server/server.js";
import { type BuiltEntries, bundleEntries } from "./bundle.js";
import { HostedRunner } from "./hosted-runner.js";

/** The action's bundle, and for each case a code host and a hosted runner of its own. */
export interface HostedScene {
  readonly server: GithubServer;
  readonly runner: HostedRunner;
  /** Path of the bundle that `main` of action.yml names. */
  readonly entry: string;
}

/** To be called where the cases are described. `check` looks at the host after each case, before it is closed. */
export function hostedScene(check: (server: GithubServer) => void = () => {}): HostedScene {
  let bundles: BuiltEntries;
  let server: GithubServer;
  let runner: HostedRunner;
  beforeAll(async () => {
    bundles = await bundleEntries({ index: "src/main.ts" });
  });
  afterAll(() => bundles.remove());
  beforeEach(async () => {
    server = await startGithub();
    runner = await HostedRunner.start(server);
  });
  afterEach(async () => {
    check(server);
    await runner.stop();
    await server.close();
  });
  return {
    get server() {
      return server;
    },
    get runner() {
      return runner;
    },
    get entry() {
      return bundles.path("index");
    },
  };
}
