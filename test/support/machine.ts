import { spawnSync } from "node:child_process";

/** What a suite may need beyond Node and this repository's packages. */
export const needs = ["git", "bubblewrap", "docker", "pytest", "act", "chromium", "ordinary-user", "root"] as const;
export type Need = (typeof needs)[number];

/** `has: false` carries the reason as a half sentence: "no daemon answers". */
export type Finding = { readonly has: true } | { readonly has: false; readonly reason: string };

const present: Finding = { has: true };

/** The account that suites use for their ordinary-user half: HEAL_TEST_USER, looked at only as root. */
export function findOrdinaryUser(): { readonly name: string } | { readonly missing: string } {
  if (process.getuid?.() !== 0) return { name: "" };
  const name = process.env.HEAL_TEST_USER ?? "";
  if (name === "") return { missing: "this is root and HEAL_TEST_USER names no account" };
  return runs("id", ["-u", name]) ? { name } : { missing: `HEAL_TEST_USER names ${name}, which is no account here` };
}

/** Finds out by using the thing once; a tool that is there but does not work counts as missing. */
export function probe(need: Need): Finding {
  return probes[need]();
}

const probes: Readonly<Record<Need, () => Finding>> = {
  git: () => byCommand("git", ["--version"], "git is not installed"),
  bubblewrap: () =>
    byCommand(
      "bwrap",
      ["--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"],
      "bwrap is not installed or may not make namespaces",
    ),
  docker: () => byCommand("docker", ["version", "--format", "{{.Server.Version}}"], "no daemon answers"),
  pytest: () => byCommand("python3", ["-m", "pytest", "--version"], "python3 has no pytest"),
  act: () => byCommand("act", ["--version"], "act is not installed"),
  chromium: () => byCommand("chromium", ["--version"], "chromium is not installed"),
  "ordinary-user": () => {
    const user = findOrdinaryUser();
    return "missing" in user ? { has: false, reason: user.missing } : present;
  },
  root: () => (process.getuid?.() === 0 ? present : { has: false, reason: "this is not root" }),
};

function byCommand(file: string, args: readonly string[], reason: string): Finding {
  return runs(file, args) ? present : { has: false, reason };
}

function runs(file: string, args: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: "ignore", timeout: 20_000 }).status === 0;
}
