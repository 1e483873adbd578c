import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Folders of somebody's machine. A text that names one is true on that machine only. Places every Linux has (/root as an example of a home,
 * a tool cache) are written in tests as `/home/…` instead, so that this list needs no exceptions.
 */
const machinePaths = /(?<![\w.-])\/(?:work|root)\/[\w.-]+|(?<![\w.-])\/tmp\/heal\/|(?<![\w.-])\/Users\/\w+/;

const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(isRead);
const findings = tracked.flatMap(findIn);
if (findings.length > 0) {
  console.error(`paths of one machine in committed files:\n${findings.join("\n")}`);
  process.exitCode = 1;
}

/** The bundles hold other people's texts; this file holds the pattern. */
function isRead(path: string): boolean {
  return path !== "" && path !== "scripts/machine-paths.ts" && path !== "package-lock.json" && !/^dist\/|\.wasm$/.test(path);
}

function findIn(path: string): readonly string[] {
  const lines = readText(path).split("\n");
  return lines.flatMap((line, index) => (machinePaths.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 160)}`] : []));
}

/** A file that another process removed meanwhile holds nothing. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
