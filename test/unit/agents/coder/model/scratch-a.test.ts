import { readFileSync, writeFileSync } from "node:fs";
import { it } from "vitest";
import { readReply } from "../../../../../src/agents/coder/model/reply/read-reply.js";
import { missingName } from "../../../../../src/agents/coder/model/source/missing-name.js";
import { missingUnit } from "../../../../../src/agents/coder/model/source/units.js";
import { briefOf, failureOf, trees, viewOf } from "./scripted-model.js";

it("probe", async () => {
  const cases = JSON.parse(readFileSync(process.env.PROBE ?? "", "utf8"));
  let out = "";
  for (const c of cases) {
    const files = { ...c.files, [c.test]: c.testText };
    const failures = [failureOf(c.test, ["t"], c.message)];
    const view = viewOf(files);
    let line = `\n######## ${c.name}\n`;
    try {
      const t0 = performance.now();
      const missing = await missingName([{ file: c.test, text: c.testText, line: 1 }], failures, { files: view, trees });
      line += `missing: ${JSON.stringify(missing)} (${(performance.now() - t0).toFixed(0)} ms)\n`;
      const m = missing ?? c.force;
      if (m !== undefined && c.reply !== undefined) {
        const isProtected = (p: string) => p === c.test || (c.protected ?? []).includes(p);
        const brief = briefOf(files, { failures, isProtected });
        const unit = await missingUnit(m, brief, trees);
        if (unit === undefined) line += "no unit\n";
        else {
          line += `unit ${unit.kind}\n`;
          const edit = await readReply({ reply: c.raw ? c.reply : "```\n" + c.reply + "```\n", files: view, isProtected, trees, units: [unit], format: "whole", newFolders: "no" });
          if (edit.kind === "unusable") line += `UNUSABLE: ${edit.reason}\n`;
          else for (const { path, after } of edit.texts) line += `--- ${path}\n${c.json ? JSON.stringify(after) : after}\n---\n`;
        }
      }
    } catch (error) {
      line += `THROWN ${(error as Error).stack}\n`;
    }
    out += line;
  }
  writeFileSync(`${process.env.PROBE}.out`, out);
}, 120_000);
