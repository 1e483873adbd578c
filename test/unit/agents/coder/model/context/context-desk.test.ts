import { describe, expect, it } from "vitest";
import { ContextDesk } from "../../../../../../src/agents/coder/model/context/context-desk.js";
import { plainRequests } from "../../../../../../src/agents/coder/model/context/plain-form.js";
import { viewOf } from "../scripted-model.js";

const secret = "CANARY-7f3a";
const files = {
  "src/app.py": "import os\nvalue = 1\n",
  "src/other.py": "value = 2\n",
  ".env": `KEY=${secret}\n`,
  ".env.local": `KEY=${secret}\n`,
  ".npmrc": `token=${secret}\n`,
  "deploy/id_rsa": `${secret}\n`,
  "deploy/server.key": `${secret}\n`,
  "deploy/cert.pem": `${secret}\n`,
  "config/credentials.json": `${secret}\n`,
  "config/secrets.yml": `${secret}\n`,
  "home/.aws/credentials": `${secret}\n`,
  "home/.ssh/config": `${secret}\n`,
  "infra/prod.tfvars": `${secret}\n`,
};

const hostile = [
  "/etc/passwd",
  "/proc/self/environ",
  "proc/self/environ",
  "/proc/self/root/etc/passwd",
  "../../../etc/passwd",
  "..",
  "../",
  ".",
  "",
  "src/..",
  "src/../.env",
  "src/../../other/secret",
  "./src/app.py",
  "src/./app.py",
  "src//app.py",
  "src/app.py/",
  "src/app.py\0.txt",
  "src/app.py\n",
  "\u202esrc/app.py",
  "~/.ssh/id_rsa",
  "~root/.bashrc",
  "$HOME/.netrc",
  "%2e%2e/etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "..\\..\\windows\\win.ini",
  "src\\app.py",
  "C:\\Windows\\win.ini",
  "C:/Windows/win.ini",
  "\\\\server\\share\\file",
  "file:///etc/passwd",
  "http://127.0.0.1/latest/meta-data",
  ".git/config",
  ".git",
  ".GIT/config",
  ".git./config",
  ".git /config",
  "git~1/config",
  ".g\u200cit/config",
  "src/.git/HEAD",
  "SRC/APP.PY",
  "Src/app.py",
  ".env",
  ".ENV",
  ".env.local",
  ".npmrc",
  "deploy/id_rsa",
  "deploy/server.key",
  "deploy/cert.pem",
  "config/credentials.json",
  "config/secrets.yml",
  "home/.aws/credentials",
  "home/.ssh/config",
  "infra/prod.tfvars",
  "-rf",
  "src/app.py ",
  "a".repeat(5000),
];

function desk(more: Partial<{ files: number; bytes: number; answerBytes: number; requests: number }> = {}): ContextDesk {
  return new ContextDesk(viewOf(files), "t0k3n", { files: 20, bytes: 60_000, answerBytes: 12_000, requests: 100_000, ...more });
}

describe("ContextDesk", () => {
  it("shows a file of the project behind the fence and writes down that it was sent", () => {
    const open = desk();
    expect(open.serve({ kind: "read", path: "src/app.py", startLine: 2 })).toBe('<data-t0k3n "src/app.py, line 2">\nvalue = 1\n</data-t0k3n>');
    expect(open.sent).toEqual(["src/app.py"]);
  });

  it("finds lines, and lists a folder", () => {
    const open = desk();
    expect(open.serve({ kind: "search", words: "value" })).toContain("src/app.py:2: value = 1\nsrc/other.py:1: value = 2");
    expect(open.sent).toEqual(["src/app.py", "src/other.py"]);
    expect(open.serve({ kind: "list", path: "src" })).toContain("app.py\nother.py");
    expect(open.serve({ kind: "list", path: "" })).toContain("src/");
  });

  it("shows nothing for more than fifty hostile paths, by tool, by plain form and by folder", () => {
    expect(hostile.length).toBeGreaterThanOrEqual(50);
    const open = desk();
    for (const path of hostile) {
      const answers = [
        open.serve({ kind: "read", path, startLine: 1 }),
        open.serveCall({ id: "1", name: "read_file", arguments: JSON.stringify({ path }) }),
        ...(path === path.trim() ? plainRequests(`READ ${path}`).map((request) => open.serve(request)) : []),
        open.serve({ kind: "list", path }),
      ].join("\n");
      expect(answers).not.toContain(secret);
      expect(answers).not.toContain("root:");
      expect(answers).not.toContain("import os");
    }
    expect(open.sent).toEqual([]);
  });

  it("does not give away in a search what it would not show", () => {
    const open = desk();
    expect(open.serve({ kind: "search", words: "CANARY" })).toBe("Nothing was found.");
    expect(open.serve({ kind: "list", path: "" })).not.toContain(".env");
  });

  it("ends what ten thousand requests can take, and lists every file it sent", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`lib/file${index}.py`, `unique${index} = ${"1".repeat(500)}\n`]));
    const open = new ContextDesk(viewOf(many), "t0k3n");
    const shown = Object.keys(many).map((path) => open.serve({ kind: "read", path, startLine: 1 }));
    const given = shown.filter((answer) => answer.includes("unique"));
    expect(given.length).toBe(20);
    expect(open.sent.length).toBe(20);
    expect(shown.join("").length).toBeLessThan(10_000 * 80 + 60_000);
    expect(open.serve({ kind: "search", words: "unique" })).not.toContain("unique1 ");
  });

  it("counts calls it cannot read: they end like others", () => {
    const open = desk({ requests: 3 });
    const bad = [
      { id: "1", name: "rm_rf", arguments: "{}" },
      { id: "2", name: "read_file", arguments: "{{{" },
      { id: "3", name: "list", arguments: JSON.stringify({ path: "x".repeat(5_000) }) },
    ].map((call) => open.serveCall(call));
    expect(bad.some((answer) => answer.startsWith("No more requests"))).toBe(false);
    expect(open.serveCall({ id: "4", name: "rm_rf", arguments: "{}" })).toBe("No more requests are answered. Give the corrected code now.");
    expect(open.serve({ kind: "list", path: "" })).toBe("No more requests are answered. Give the corrected code now.");
  });

  it("gives no more than its budget of bytes", () => {
    const big = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`big${index}.py`, `${"x = 1\n".repeat(5_000)}`]));
    const open = new ContextDesk(viewOf(big), "t0k3n");
    const bytes = Object.keys(big).reduce((sum, path) => sum + open.serve({ kind: "read", path, startLine: 1 }).length, 0);
    expect(bytes).toBeLessThan(70_000);
  });

  it.each([
    ["read_file", "{", "The arguments are not what the tool takes."],
    ["read_file", '{"path": 5}', "The arguments are not what the tool takes."],
    ["read_file", '{"__proto__": {"path": ".env"}}', "The arguments are not what the tool takes."],
    ["read_file", `{"path": "${"a".repeat(3000)}"}`, "The arguments are too long."],
    ["constructor", "{}", "There is no tool of this name; there are search, read_file, list."],
    ["run", "{}", "There is no tool of this name; there are search, read_file, list."],
  ])("answers a wrong call of %s with a sentence", (name, args, sentence) => {
    expect(desk().serveCall({ id: "1", name, arguments: args })).toBe(sentence);
  });
});

describe("plainRequests", () => {
  it("takes a reply of nothing but requests, five at most", () => {
    expect(plainRequests("READ src/app.py\nSEARCH def value\nLIST\n")).toEqual([
      { kind: "read", path: "src/app.py", startLine: 1 },
      { kind: "search", words: "def value" },
      { kind: "list", path: "" },
    ]);
    expect(plainRequests("READ a\n".repeat(9))).toHaveLength(5);
  });

  it("takes no request out of an answer", () => {
    expect(plainRequests("I need to\nREAD src/app.py")).toEqual([]);
    expect(plainRequests("")).toEqual([]);
  });
});
