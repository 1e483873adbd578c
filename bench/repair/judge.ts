import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languageOf, type Row } from "./row.ts";

const timeLimitMs = 20_000;

/** Whether a program passes the row's hidden tests. They are run here only, after everything else; nothing that heals sees them. */
export function passesHiddenTests(row: Row, program: string): "right" | "wrong" {
  const folder = mkdtempSync(join(tmpdir(), "heal-judge-"));
  try {
    const python = languageOf(row) === "python";
    const file = join(folder, python ? "judge.py" : "judge.js");
    writeFileSync(
      file,
      python
        ? `${program}\n\n${row.test}\n`
        : `console.assert = (value) => { if (!value) { console.error("assertion"); process.exit(1); } };\n${program}\n\n${row.test}\n`,
    );
    const result = spawnSync(python ? "python" : process.execPath, [file], { cwd: folder, timeout: timeLimitMs, stdio: "ignore" });
    return result.status === 0 ? "right" : "wrong";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
