import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Bench, canary } from "./bench.js";
import type { BoxCase } from "./case.js";
import { hostProcess, withHostFolder, writeHostFile } from "./host.js";

const allowedNames = new Set(
  "CI HOME LANG LC_ALL LOGNAME NO_COLOR OLDPWD PATH PWD SHELL SHLVL TERM TMPDIR TZ USER _ HOSTNAME CARGO_NET_OFFLINE GOPROXY GOMODCACHE GRADLE_RO_DEP_CACHE".split(
    " ",
  ),
);

export const secretCases: readonly BoxCase[] = [
  { name: "17: no variable of Heal's own environment is seen, in the box's or through /proc", holds: environmentIsBuilt },
  { name: "18: no git folder and no stored credential is seen", holds: gitIsHidden },
  { name: "18: git itself finds no repository", holds: gitFindsNothing },
  { name: "31: the runner's command files cannot be seen or written", holds: commandFilesAreHidden },
  { name: "71: sudo and set-uid programs give nothing", holds: noPrivilegesToGain },
];

async function environmentIsBuilt(bench: Bench): Promise<void> {
  const process = hostProcess({ SECRET: canary });
  try {
    const names = (await bench.say("env | sed 's/=.*//'")).trim().split("\n");
    expect(names.filter((name) => !allowedNames.has(name))).toEqual([]);
    const all = await bench.say("env; cat /proc/self/environ /proc/1/environ /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr '\\0' '\\n'");
    expect(all).toContain("HOME=");
    expect(all).not.toContain(canary);
  } finally {
    process.kill("SIGKILL");
  }
}

async function gitIsHidden(bench: Bench): Promise<void> {
  const seen = await bench.say('find . -name ".git*"; cat .git/config vendor/library/.git/config third/party/deep/module/.git 2>&1; cat readme.txt');
  expect(seen).toContain("as committed");
  expect(seen).not.toContain(canary);
  expect(seen.split("\n").filter((line) => /^\.\/.*\.git$/.test(line))).toEqual([]);
}

async function gitFindsNothing(bench: Bench): Promise<void> {
  const result = await bench.run(
    "git config --list --show-origin && git rev-parse --git-dir; cat ~/.gitconfig ~/.git-credentials ~/.netrc ~/.docker/config.json",
  );
  expect(result.stdout.head).not.toContain(".git");
  expect(result.stdout.head + result.stderr.head).not.toContain(canary);
}

async function commandFilesAreHidden(bench: Bench): Promise<void> {
  await withHostFolder(async (folder) => {
    const commands = join(folder, "_temp", "_runner_file_commands");
    mkdirSync(commands, { recursive: true });
    const file = join(commands, "set_env_1");
    writeFileSync(file, "");
    const seen = await bench.say(
      `cat '${file}' && echo SEEN; echo 'LD_PRELOAD=x' >>'${file}' && echo WRITTEN; find / -xdev -name 'set_env_*' -o -name _runner_file_commands 2>/dev/null | sed 's/^/FOUND /'`,
    );
    expect(seen).not.toMatch(/SEEN|WRITTEN|FOUND/);
    expect(readFileSync(file, "utf8")).toBe("");
    const credentials = writeHostFile(folder, canary);
    expect(await bench.say(`cat '${credentials}' 2>&1`)).not.toContain(canary);
  });
}

async function noPrivilegesToGain(bench: Bench): Promise<void> {
  const seen = await bench.say(
    "sudo -n id -u && echo RAISED; su -c true </dev/null && [ $(id -u) != 0 ] && echo RAISED; cp /usr/bin/id ./id && chmod 4755 ./id; grep -E 'NoNewPrivs|CapEff|CapBnd|Seccomp:' /proc/self/status; unshare -r true && echo RAISED; mount -t tmpfs x /mnt && echo RAISED; true",
  );
  expect(seen).toMatch(/NoNewPrivs:\s+1/);
  expect(seen).toMatch(/CapEff:\s+0000000000000000/);
  expect(seen).toMatch(/CapBnd:\s+0000000000000000/);
  expect(seen).toMatch(/Seccomp:\s+2/);
  expect(seen).not.toContain("RAISED");
}
