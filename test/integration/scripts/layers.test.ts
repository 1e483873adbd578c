import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Rule, a file that breaks it, and the import it breaks it with. */
const broken: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ["no-cycles", "src/stages/one.ts", "./two.js"],
  ["resolvable", "src/domain/lost.ts", "./nowhere.js"],
  ["entries-only-open-doors", "src/main.ts", "./render/page.js"],
  ["no-entry-is-imported", "src/render/entry.ts", "../post.js"],
  ["arrows-of-shells-action", "src/shells/action/reads.ts", "../../evidence/readers/xml.js"],
  ["arrows-of-shells-cli", "src/shells/cli/checks.ts", "../../checks/detect.js"],
  ["arrows-of-shells-compose", "src/shells/compose/judge.ts", "../../acceptance/judge.js"],
  ["arrows-of-stages", "src/stages/reach.ts", "../adapters/one/adapter.js"],
  ["arrows-of-triggers", "src/triggers/ask.ts", "../stages/two.js"],
  ["arrows-of-checks", "src/checks/look.ts", "../evidence/readers/xml.js"],
  ["arrows-of-evidence", "src/evidence/look.ts", "../checks/detect.js"],
  ["arrows-of-agents", "src/agents/run.ts", "../stages/two.js"],
  ["arrows-of-acceptance", "src/acceptance/ask.ts", "../agents/coder.js"],
  ["arrows-of-render", "src/render/judge.ts", "../acceptance/judge.js"],
  ["arrows-of-settings", "src/settings/show.ts", "../render/page.js"],
  ["arrows-of-redaction", "src/redaction/show.ts", "../render/page.js"],
  ["arrows-of-adapters", "src/adapters/one/stage.ts", "../../stages/two.js"],
  ["arrows-of-ports", "src/ports/logic.ts", "../render/page.js"],
  ["arrows-of-domain", "src/domain/port.ts", "../ports/port.js"],
  ["arrows-of-support", "src/support/word.ts", "../domain/word.js"],
  ["adapters-do-not-know-each-other", "src/adapters/one/other.ts", "../two/adapter.js"],
  ["doors-do-not-know-each-other", "src/shells/cli/door.ts", "../action/door.js"],
  ["pure-rooms-touch-nothing", "src/evidence/disk.ts", "node:fs"],
  ["pure-rooms-touch-nothing", "src/agents/disk.ts", "fs/promises"],
  ["pure-rooms-touch-nothing", "src/domain/start.ts", "node:child_process"],
  ["pure-rooms-touch-nothing", "src/render/reach.ts", "node:https"],
  ["home-of-actions", "src/shells/cli/core.ts", "@actions/core"],
  ["home-of-octokit", "src/stages/rest.ts", "@octokit/rest"],
  ["home-of-execa", "src/shells/action/start.ts", "execa"],
  ["home-of-fast-xml-parser", "src/checks/xml.ts", "fast-xml-parser"],
  ["home-of-web-tree-sitter-tree-sitter-a-z", "src/agents/trees.ts", "web-tree-sitter"],
  ["home-of-secretlint", "src/render/secrets.ts", "@secretlint/secretlint-rule-preset-recommend"],
  ["home-of-mdast-util-from-markdown-htmlparser", "src/settings/prose.ts", "htmlparser2"],
  ["home-of-commander", "src/settings/flags.ts", "commander"],
  ["home-of-log-update", "src/stages/progress.ts", "log-update"],
  ["sources-stand-alone", "src/support/sample.ts", "../../test/sample.js"],
  ["bench-and-scripts-use-no-tests", "bench/some.ts", "../test/sample.js"],
];

/** What these files lean on; and one import of each kind that is allowed. */
const sound: Readonly<Record<string, string>> = {
  "src/stages/two.ts": 'import "./one.js"; import "../agents/coder.js"; import "../ports/port.js";',
  "src/post.ts": 'import "./shells/action/door.js";',
  "src/shells/action/door.ts": 'import "../../stages/two.js"; import "@actions/core";',
  "src/shells/compose/coder.ts": 'import "../../agents/coder.js"; import "../../adapters/one/adapter.js";',
  "src/evidence/readers/xml.ts": 'import "fast-xml-parser"; import "node:path"; import type {} from "../../domain/word.js";',
  "src/adapters/one/adapter.ts": 'import "node:fs"; import type {} from "../../ports/port.js";',
  "src/adapters/two/adapter.ts": "",
  "src/acceptance/judge.ts": "",
  "src/agents/coder.ts": "",
  "src/checks/detect.ts": "",
  "src/domain/word.ts": "",
  "src/ports/port.ts": 'import type {} from "../domain/word.js";',
  "src/render/page.ts": "",
  "test/sample.ts": "",
};

const folder = mkdtempSync(join(tmpdir(), "heal-layers-"));
let found: readonly (readonly [rule: string, file: string])[] = [];

function write(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(() => {
  for (const [, file, imported] of broken) write(file, `import type {} from "${imported}"; export {};\n`);
  for (const [file, text] of Object.entries(sound)) write(file, `${text} export {};\n`);
  for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"]) copyFileSync(name, join(folder, name));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const cruise = spawnSync(resolve("node_modules/.bin/depcruise"), ["--no-progress", "--output-type", "json", "src", "bench", "test"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { summary } = JSON.parse(cruise.stdout) as { summary: { violations: readonly { rule: { name: string }; from: string }[] } };
  found = summary.violations.map((violation) => [violation.rule.name, violation.from] as const);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the rules of the rooms", () => {
  test.each(broken)("%s is reported for %s importing %s", (rule, file) => {
    expect(found.filter((violation) => violation[1] === file).map((violation) => violation[0])).toContain(rule);
  });

  test("allowed imports are not reported", () => {
    const files = Object.keys(sound).filter((file) => file !== "src/stages/two.ts");
    expect(found.filter(([, file]) => files.includes(file))).toEqual([]);
  });

  test("every rule is tried here", () => {
    const config = spawnSync(process.execPath, ["-p", 'JSON.stringify(require("./.dependency-cruiser.cjs").forbidden.map((rule) => rule.name))'], {
      encoding: "utf8",
    });
    const rules = (JSON.parse(config.stdout) as string[]).filter((rule) => rule !== "home-of-openai");
    expect(rules.filter((rule) => !broken.some(([name]) => name === rule))).toEqual([]);
  });
});
