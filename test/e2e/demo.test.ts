import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import { asOrdinaryUser } from "../support/as-ordinary-user.js";
import { suiteRequires } from "../support/requirements.js";

const repository = resolve(import.meta.dirname, "../..");
const demo = [process.execPath, join(repository, "scripts/run.cjs"), join(repository, "scripts/demo/main.ts")];
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Shown {
  readonly status: number | null;
  readonly output: string;
  readonly lines: readonly string[];
  readonly errors: string;
}

function show([program, ...args]: readonly [string, ...string[]], environment: NodeJS.ProcessEnv): Shown {
  const done = spawnSync(program, args, { encoding: "utf8", cwd: repository, env: environment, maxBuffer: 64 * 2 ** 20 });
  const project = /A copy of it lies in (\S+)\.$/m.exec(done.stdout)?.[1];
  if (project !== undefined) folders.push(dirname(project));
  return { status: done.status, output: done.stdout, lines: done.stdout.trim().split("\n"), errors: done.stderr };
}

/**
 * The demo where no engine works: in a mount namespace of its own the programs of both engines are covered, and no Docker daemon is named.
 * `apt-get` is a stand-in, so nothing is ever installed.
 */
function showWithoutEngine(aptGet: string): Shown {
  const folder = mkdtempSync(join(tmpdir(), "heal-demo-path-"));
  folders.push(folder);
  writeFileSync(join(folder, "apt-get"), `#!/bin/sh\n${aptGet}\n`);
  chmodSync(join(folder, "apt-get"), 0o755);
  const cover = `readlink -f "$file" > ${folder}/$name.covered && mount --bind /dev/null "$(cat ${folder}/$name.covered)"`;
  const covered = `for name in bwrap docker; do file=$(command -v $name) && ${cover}; done; exec "$@"`;
  const path = `${folder}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  const environment = { PATH: path, HOME: process.env.HOME, LANG: "C.UTF-8", DOCKER_HOST: `unix://${folder}/no-daemon` };
  return show(["unshare", "--mount", "sh", "-c", covered, "demo", ...demo], environment);
}

function expectHealed(shown: Shown): void {
  expect(shown.status, shown.output + shown.errors).toBe(0);
  expect(shown.output).toContain("7 fixed, 0 newly failing, 13 unchanged");
  const report = /^The report: (.*)$/m.exec(shown.output)?.[1] ?? "";
  expect(readFileSync(report, "utf8")).toContain("# Heal: healed");
}

suiteRequires("bubblewrap", "ordinary-user")("the demo of an ordinary user", () => {
  it("heals the worked example, shows both attempts and says where the report lies", () => {
    const shown = show(asOrdinaryUser(demo), process.env);
    expectHealed(shown);
    expect(shown.output).toMatch(/^ {2}case +before +attempt 1 +attempt 2 +proved$/m);
    expect(shown.errors).toMatch(/attempt 1: mended-some/);
    expect(shown.errors).not.toContain("still-failing: In");
    expect(shown.output).not.toContain("--sandbox none");
  });
});

suiteRequires("bubblewrap", "root")("the demo of root where no engine works", () => {
  it("installs bubblewrap, says so, and heals inside it", () => {
    const shown = showWithoutEngine(`case "$*" in *install*) umount "$(cat "$(dirname "$0")/bwrap.covered")";; esac`);
    expectHealed(shown);
    expect(shown.errors).toContain("No sandbox engine works here; installing bubblewrap with apt-get.");
    expect(shown.errors).toContain("sandbox: bubblewrap");
  });

  it("goes without a sandbox when none can be had, and says so in its first and last line", () => {
    const shown = showWithoutEngine("exit 1");
    expectHealed(shown);
    for (const line of [shown.lines[0], shown.lines.at(-1)]) expect(line).toContain("`--sandbox none`");
    expect(shown.errors).toContain("sandbox: none");
  });
});
