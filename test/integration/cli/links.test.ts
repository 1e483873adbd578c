import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenFiles, writeProject } from "../../support/cli/broken-project.js";
import { healRun, outcomeIn } from "../../support/cli/heal-command.js";
import { keyIn, modelServer, sentBeside } from "../../support/cli/model-run.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { testKey } from "../../support/model-server/client.js";
import { chunk, ending, says, streams } from "../../support/model-server/replies.js";
import type { Reply } from "../../support/model-server/server.js";
import { suiteRequires } from "../../support/requirements.js";

const marks = { git: "git-kept-51c7", env: "env-kept-8a20", outside: "outside-kept-3f9d", passwd: "root:x:0:0" };
const shown = "this-may-be-read-77b1";

/** Name in the project → where the link leads. */
const links: Readonly<Record<string, string>> = {
  "passwd.md": "/etc/passwd",
  "repository.md": ".git/config",
  repository: ".git",
  "settings.md": ".env",
  "above.md": "../outside/notes.md",
  above: "..",
  system: "/etc",
  process: "/proc/self",
  "twice.md": "above.md",
};

const targets: readonly string[] = [
  ...Object.keys(links),
  ...["system/passwd", "system/hostname", "repository/config", "above/outside/notes.md", "process/environ", "process/root/etc/passwd"],
  ...["/etc/passwd", "/proc/self/environ", "../outside/notes.md", "./../outside/notes.md", "docs/../../outside/notes.md"],
  ...[".git/config", ".GIT/config", ".Git/Config", ".env", ".ENV", ".Env", "./.env", "docs/../.env", "Passwd.md", "NOTES.MD/../.env"],
  ...[".env\0.md", "~/.bashrc", "file:///etc/passwd", "%2e%2e/outside/notes.md"],
];

/** Every way to ask for each of them, and for words that stand in them; last what may be read. */
const requests: readonly (readonly [name: "read_file" | "list" | "search", argument: string])[] = [
  ...targets.flatMap((path) => [["read_file", path] as const, ["list", path] as const]),
  ...["kept", "root:x", "extraheader"].map((words) => ["search", words] as const),
  ["read_file", "notes.md"],
  ["search", "may-be-read"],
];

const argumentOf = { read_file: "path", list: "path", search: "words" } as const;
const plainWord = { read_file: "READ", list: "LIST", search: "SEARCH" } as const;
const isGrown = (limit: string): Reply =>
  says(`The limit itself counts.\n\ngrade.js\n\`\`\`js\nexport const isGrown = (age) => age ${limit};\n\`\`\`\nEND OF ANSWER`);

function callsOf(part: typeof requests): Reply {
  const calls = part.map(([name, argument], index) => ({
    ...{ index, id: `call_${index}` },
    function: { name, arguments: JSON.stringify({ [argumentOf[name]]: argument }) },
  }));
  return streams([chunk({ role: "assistant", tool_calls: calls }), ...ending({ finish: "tool_calls" })]);
}

function linesOf(part: typeof requests): Reply {
  return says(part.map(([name, argument]) => `${plainWord[name]} ${argument}`).join("\n"));
}

/** Asks for everything in turns, over as many conversations as it takes, each of which ends with another wrong edit; then mends. `left` is what was not asked for. */
function asking(form: "tools" | "plain") {
  // A line that holds a NUL is no line of the plain form.
  const left = requests.filter(([, argument]) => form === "tools" || !argument.includes("\0"));
  let wrong = 18;
  const reply: Reply = (exchange) => {
    const mayAsk = form === "tools" ? exchange.json.tools !== undefined : exchange.request.body.includes("READ path/of/file");
    if (left.length === 0) return isGrown(">= 18")(exchange);
    if (!mayAsk) return isGrown(`> ${++wrong}`)(exchange);
    const part = left.splice(0, form === "tools" ? 6 : 5);
    return (form === "tools" ? callsOf(part) : linesOf(part))(exchange);
  };
  return { reply, left };
}

function linkedProject(folder: string): string {
  const project = writeProject(join(folder, "project"), { ...brokenFiles, ".env": `TOKEN=${marks.env}\n`, "notes.md": `${shown}\n`, "docs/a.md": "a\n" });
  writeProject(join(folder, "outside"), { "notes.md": `${marks.outside}\n` });
  execFileSync("git", ["init", "--quiet", project]);
  execFileSync("git", ["-C", project, "config", "http.extraheader", `AUTHORIZATION: basic ${marks.git}`]);
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(project, name));
  return project;
}

suiteRequires("bubblewrap")("a model that asks for what it must not see, through links, other spellings and ways out (cases 21, 82)", () => {
  test.each(["tools", "plain"] as const)("is shown none of it, asked in the form of %s, and the report lists what was sent", async (form) => {
    const folder = testFolder();
    const { reply, left } = asking(form);
    const server = await modelServer(reply);
    const out = join(folder, "out");
    const more = ["--coder", "model", "--model", "test-model", "--base-url", server.baseUrl, "--profile", "large"];
    const run = await healRun({ cwd: linkedProject(folder), check: "node --test grade.test.js", out, more, environment: { HEAL_API_KEY: testKey } });
    expect(outcomeIn(out), run.stderr).toMatchObject({ stopReason: "fixed" });
    expect(left).toEqual([]);
    const sent = sentBeside(server);
    const report = readFileSync(join(out, "report.md"), "utf8");
    expect(sent).toContain(shown);
    expect(sent).not.toContain("No more requests are answered");
    expect(report).toContain("- `notes.md`");
    for (const [what, mark] of Object.entries(marks)) {
      expect(sent, what).not.toContain(mark);
      expect(report, what).not.toContain(mark);
    }
    expect(keyIn(sent)).toEqual([]);
    expect(report.match(/^- `(?:passwd|repository|settings|above|system|process|twice|\.env|\.git)[^`]*`$/gm)).toBeNull();
  });
});
