import { describe, expect, it } from "vitest";
import { type Edit, findingsKnowing, findingsOf, flagsOf } from "../../../support/review-scene.js";

const added = (line: string): Edit => ({ path: "app.py", before: "import os\n", after: `import os\n${line}\n` });
const changed = (before: string, after: string): Edit => ({ path: "app.py", before, after });

/** Written in parts, so that no scanner takes this file for one that holds them. */
const github = `${"ghp"}_abcdefghijklmnopqrstuvwxyz0123456789`;

describe("a token of a service that is known blocks a patch", () => {
  it.each([
    `K = '${github}'`,
    `K = '${"ghp"}_' + 'abcdefghijklmnopqrstuvwxyz0123456789'`,
    `K = ('${"ghp"}_'\n     'abcdefghijklmnopqr' \\\n     'stuvwxyz0123456789')`,
    `K = "${"AKIA"}Q3EGRIWJ7ABCDEF2"`,
    `K = "${"sk"}-proj-Ab3dEf6hIj9lMn2pQr5tUv8x"`,
    `K = "${"xox"}b-123456789012-abcDEF123456"`,
    `K = "${"glpat"}-aB3dE6gH9jK2mN5pQ8rS"`,
    `K = """-----BEGIN RSA ${"PRIVATE"} KEY-----\nMIIEpAIBAAKCAQEA7bq3Xo0FQz1YtB5c8m2Kd9LwE4rN6uHs\n"""`,
  ])("%s", async (line) => expect(await flagsOf([added(line)])).toContain("secret-added"));

  it("and is shown where it stands", async () => {
    expect(await findingsOf([added(`\n\nK = '${github}'`)])).toMatchObject([{ source: "secret-added", severity: "block", line: 4 }]);
  });

  it.each([
    ["what the file holds already", changed(`def f():\n    k = '${github}'\n`, `def f(x):\n    if x:\n        k = '${github}'\n`)],
    ["the name of a style", added("CSS = 'sk-circle-fade-dot-animation-delay'")],
    ["the example of a manual", added(`K = "${"AKIA"}IOSFODNN7EXAMPLE"`)],
    ["a pattern for tokens", added('P = re.compile("ghp_[A-Za-z0-9]{36}|AKIA[A-Z2-7]{16}")')],
    ["the header of a key that is read", added(`if text.startswith("-----BEGIN RSA ${"PRIVATE"} KEY-----"):\n    return parse(text)`)],
    [
      "an address that only moves",
      changed('def f(h):\n    url = "amqp://guest:guest@" + h\n', 'def f(h):\n    if h:\n        url = "amqp://guest:guest@" + h\n'),
    ],
  ])("nothing is said of %s", async (_what, edit) => {
    const flags = await flagsOf([edit]);
    expect(flags).not.toContain("secret-added");
    expect(flags).not.toContain("secret-suspected");
  });
});

describe("a value that only the run knows as secret blocks a patch", () => {
  const own = "deploy-Xw7quietLantern94q";
  const base64 = Buffer.from(own).toString("base64");

  it.each([
    ["as it is", `\nK = '${own}'`, 3],
    ["in base64", `K = '${base64}'`, 2],
    [
      "in short parts, each on a line",
      `K = (${own
        .match(/.{8}/g)
        ?.map((part) => `'${part}'`)
        .join(" +\n     ")})`,
      null,
    ],
  ])("%s", async (_how, text, line) => {
    expect(await findingsKnowing(own, [added(text)])).toMatchObject([{ source: "secret-added", severity: "block", file: "app.py", line }]);
  });

  it("in a file that is new", async () => {
    expect(await findingsKnowing(own, [{ path: "key.txt", before: null, after: `${own}\n` }])).toMatchObject([{ source: "secret-added", line: 1 }]);
  });

  it("once, where its form is known as well", async () => {
    expect(await findingsKnowing(github, [added(`K = '${github}'`)])).toMatchObject([
      { source: "secret-added", claim: "The patch adds what looks like a GitHub token" },
    ]);
  });

  it("in the path of a new file, which is not told", async () => {
    expect(await findingsKnowing(own, [{ path: `src/${own}.txt`, before: null, after: "x\n" }])).toMatchObject([
      { source: "secret-added", severity: "block", file: null, line: null },
    ]);
  });

  it("in parts that only two hunks or two files hold together", async () => {
    const [one = "", two = "", three = ""] = own.match(/.{8}/g) ?? [];
    const apart = changed("a = 1\nb = 2\nc = 3\n", `a = '${one}'\nb = 2\nc = '${two}' + '${three}'\n`);
    expect(await findingsKnowing(own, [apart])).toMatchObject([{ source: "secret-added" }]);
    const files = [one, two, three].map((part, at): Edit => ({ path: `p${at}.txt`, before: null, after: `${part}\n` }));
    expect(await findingsKnowing(own, files)).toMatchObject([{ source: "secret-added", file: null }]);
  });

  it("also where the hunk took out another secret", async () => {
    const edit = changed("U = 'postgres://app:hunter22@db.internal/'\n", `U = 'postgres://app:${own}@db.internal/'\n`);
    expect((await findingsKnowing(own, [edit])).filter(({ severity }) => severity === "block")).toMatchObject([{ source: "secret-added", line: 1 }]);
  });

  it.each([
    ["a line that held it before", [changed(`K = '${own}'\n`, `KEY = '${own}'\n`)]],
    ["a line beside it", [changed(`K = '${own}'\nn = 1\n`, `K = '${own}'\nn = 2\n`)]],
    ["a line that takes it out", [changed(`K = '${own}'\n`, "K = os.environ['K']\n")]],
    [
      "a function that moves",
      [changed(`def f():\n    return '${own}'\n\n\ndef g():\n    return 1\n`, `def g():\n    return 1\n\n\ndef f():\n    return '${own}'\n`)],
    ],
    [
      "a file that is renamed",
      [
        { path: "a.txt", before: `${own}\n`, after: null },
        { path: "b.txt", before: null, after: `${own}\n` },
      ],
    ],
  ] satisfies [string, Edit[]][])("and nothing is said of %s", async (_what, edits) => {
    expect(await findingsKnowing(own, edits)).toEqual([]);
  });

  it.each([
    ["password", "const password = user.secret;"],
    ["postgres", 'PORTS = {"postgres": 5432}'],
    ["postgres://postgres:postgres@localhost:5432/app", "HOST = 'localhost:5432'"],
    ["client_secret_basic", "clientSecret = client_secret"],
    ["test-secret", "test_secret = 1"],
    ["changeme-please", "K = 'changeme-please'"],
    ["1234-5678", "n = 12345678"],
    ["deploy2024", "K = 'deploy2024'"],
  ])("a word, a number or an address that an environment holds as one is none: %s", async (value, text) => {
    expect((await findingsKnowing(value, [added(text)])).filter(({ severity }) => severity === "block")).toEqual([]);
  });

  it("and what only looks like one is none where the run does not know it", async () => {
    const lines = [
      `if text.startswith("-----BEGIN ${"PRIVATE"} KEY-----"):`,
      "    pass",
      "U = 'https://user:pass@example.com/x'",
      "H = {'Authorization': 'Bearer test-token'}",
    ];
    expect((await findingsKnowing(own, [added(lines.join("\n"))])).filter(({ severity }) => severity === "block")).toEqual([]);
  });
});

describe("what may be a secret by its name is advice", () => {
  it.each([
    "api_key = 'aB3dE6gH9jK2mN5p'",
    "K = os.environ.get('API_KEY', 'x9K2mQ8vLpR4tYw7')",
    "config['db_password'] = 'q8Zr2LmX04TbVw9d'",
    "PASSWORD: str = 'q8Zr2LmX04TbVw9d'",
    "U = 'https://admin:hunter22@db.internal/x'",
    "T = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN'",
  ])("%s", async (line) => {
    expect(await findingsOf([added(line)])).toMatchObject([{ source: "secret-suspected", severity: "advice" }]);
  });

  it("also behind ||", async () => {
    const edit: Edit = { path: "a.js", before: "", after: "const key = process.env.API_KEY || 'x9K2mQ8vLpR4tYw7';\n" };
    expect(await flagsOf([edit])).toContain("secret-suspected");
  });

  it.each([
    "TOKEN_TYPE = 'urn:ietf:params:oauth:1'",
    "reset_token_url = '/api/v1/reset-token'",
    "SECRET_NAME = 'projects/p1/secrets/db'",
    "API_KEY_HEADER = 'X-Api-Key-V2-header'",
    'TOKEN_RE = "[A-Za-z0-9_]+"',
    "token_pattern = 'abc123DEF456ghi'",
    "token = 'Word2Vec-v1.0'",
    "LABELS = {'password': 'Passwort123vergessen?'}",
    "token = hashlib.sha256(b'a1b2c3d4e5f6').hexdigest()",
    '"""e.g. postgres://user:password@localhost/db"""',
    "U = 'amqp://guest:guest@localhost'",
    "U = 'redis://localhost:6379@x'",
    "U = 'http://host:8080/a@b'",
    "U = f'https://{user}:{pw}@host/'",
  ])("nothing is said of %s", async (line) => expect(await flagsOf([added(line)])).toEqual([]));
});

it("a line made to take long is read in no time", async () => {
  const started = performance.now();
  await flagsOf([added(`K = '${"token_".repeat(20_000)}${"a.".repeat(50_000)}${"'ghp_' + ".repeat(5_000)}`)]);
  expect(performance.now() - started).toBeLessThan(5_000);
});
