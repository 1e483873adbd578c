import { describe, expect, it } from "vitest";
import { splice } from "./spliced.js";

const js = (head: string, value: string): string => `${head}\n\nexport function f(x) {\n  return ${value};\n}\n`;
const py = (head: string, value: string): string => `${head}\n\n\ndef f(x):\n    return ${value}\n`;
const rs = (head: string, value: string): string => `${head}\n\npub fn f(x: u8) -> u8 {\n    ${value}\n}\n`;

describe("imports of a reply", () => {
  it.each([
    ["javascript", js("import { a } from './x.js'", "a(x)"), js("import { a, b } from './x.js'", "b(a(x))"), "import { a, b } from './x.js'", "b(a(x))"],
    ["javascript", js("const { a } = require('./x');", "a(x)"), js("const { a, b } = require('./x');", "b(x)"), "const { a, b } = require('./x');", "b(x)"],
    ["javascript", js("import d from 'x';", "d(x)"), js("import d, { b } from 'x';", "b(x)"), "import d from 'x';\nimport { b } from 'x';", "b(x)"],
    [
      "typescript",
      js("import type { T } from './x.js';", "x"),
      js("import { type T, b } from './x.js';", "b(x)"),
      "import type { T } from './x.js';\nimport { b } from './x.js';",
      "b(x)",
    ],
    ["python", py("from y import a  # type: ignore", "a(x)"), py("from y import a, b", "b(a(x))"), "from y import a, b  # type: ignore", "b(a(x))"],
    ["python", py("from y import (\n    a,\n    c,\n)", "a(x)"), py("from y import a, b", "b(x)"), "from y import (\n    a,\n    c,\n    b,\n)", "b(x)"],
    ["python", py("import os.path", "os.x"), py("import os\nimport re", "re.x(os)"), "import os.path\nimport re", "re.x(os)"],
    [
      "python",
      py("from collections import abc", "x"),
      py("import collections", "collections.x"),
      "from collections import abc\nimport collections",
      "collections.x",
    ],
    [
      "rust",
      rs("use std::collections::HashMap;", "x"),
      rs("use std::collections::{HashMap, HashSet};", "HashSet::len(x)"),
      "use std::collections::HashMap;\nuse std::collections::HashSet;",
      "HashSet::len(x)",
    ],
    [
      "rust",
      rs("use std::{fmt, collections::{HashMap as M}};", "x"),
      rs("use std::{fmt::{self, Debug}, cmp::max};", "max(x, fmt::x())"),
      "use std::{fmt, collections::{HashMap as M}};\nuse std::cmp::max;",
      "max(x, fmt::x())",
    ],
  ] as const)("%s: brings the names the file does not have, and none twice (%#)", async (language, text, code, head, value) => {
    const form = language === "python" ? py : language === "rust" ? rs : js;
    expect(await splice(language, text, { shown: ["f"], code })).toBe(form(head, value));
  });

  it("takes over an import that comes from elsewhere, for one name of several as well", async () => {
    const reply = py("from y import a", "a(x)");
    expect(await splice("python", py("from x import a", "a(x)"), { shown: ["f"], code: reply })).toBe(reply);
    expect(await splice("python", py("from x import a, b", "b(x)"), { shown: ["f"], code: py("from y import a", "b(a(x))") })).toBe(
      py("from x import b\nfrom y import a", "b(a(x))"),
    );
    expect(await splice("javascript", js("import { b, a } from './x.js';", "a(x)"), { shown: ["f"], code: js("import { a } from './y.js';", "a(x)") })).toBe(
      js("import { b } from './x.js';\nimport { a } from './y.js';", "a(x)"),
    );
  });

  it("refuses an import that gives a name another meaning where other code uses it", async () => {
    const text = `${py("from datetime import datetime", "datetime.now()")}\n\ndef g(x):\n    return datetime.now()\n`;
    const code = py("import datetime", "datetime.datetime.now()");
    expect(await splice("python", text, { shown: ["f"], code })).toMatch(/^unusable: it imports datetime otherwise than the file/);
    const alone = text.slice(0, text.indexOf("\n\ndef g"));
    expect(await splice("python", alone, { shown: ["f"], code })).toBe(code);
  });

  it("does not import what only a field has the name of", async () => {
    expect(await splice("python", py("import os", "x"), { shown: ["f"], code: py("from os import path", "x.path") })).toBe(py("import os", "x.path"));
    expect(await splice("javascript", js("", "x"), { shown: ["f"], code: js("import path from 'path';", "x.path") })).toBe(js("", "x.path"));
  });

  it("does not import what the file binds inside try or if", async () => {
    const text = py("try:\n    import json\nexcept ImportError:\n    json = None", "x");
    expect(await splice("python", text, { shown: ["f"], code: py("import json", "json.dumps(x)") })).toBe(text.replace("return x", "return json.dumps(x)"));
  });

  it("brings a module as a whole only where a name is used that the file has never heard of", async () => {
    const java = (head: string, body: string): string => `package a;\n${head}\nclass A {\n    Object f() {\n        return ${body};\n    }\n}\n`;
    expect(await splice("java", java("", "1"), { shown: ["A.f"], code: java("\nimport java.util.*;\n", "new ArrayList<>()") })).toBe(
      java("\nimport java.util.*;\n", "new ArrayList<>()"),
    );
    expect(await splice("java", java("", "1"), { shown: ["A.f"], code: java("\nimport java.util.*;\n", "2") })).toBe(java("", "2"));
  });

  it.each([
    ["python", "def f(x):\n    return x\n", "import re\n\nPAT = re.compile('a')\n\n\ndef f(x):\n    return PAT.match(x)\n"],
    ["rust", "pub fn f(x: i32) -> i32 {\n    x\n}\n", "use std::cmp::max;\n\nconst M: i32 = 3;\n\npub fn f(x: i32) -> i32 {\n    max(x, M)\n}\n"],
    [
      "javascript",
      "export function f(x) {\n  return x;\n}\n",
      "import { a } from './a.js';\n\nconst B = a(1);\n\nexport function f(x) {\n  return B + x;\n}\n",
    ],
  ] as const)("%s: come before a constant that uses them", async (language, text, code) => {
    expect(await splice(language, text, { shown: ["f"], code })).toBe(code);
  });

  it.each([
    ["behind a module's documentation", '"""Doc."""\ndef f(x):\n    return x\n', '"""Doc."""\nimport re\n\ndef f(x):\n    return re.x(x)\n'],
    [
      "before an import at the end of the file",
      "def f(x):\n    return x\n\n\nfrom late import z  # cycle\n",
      "import re\n\ndef f(x):\n    return re.x(x)\n\n\nfrom late import z  # cycle\n",
    ],
    [
      "behind the comment of the line before",
      "import os  # type: ignore\n\n\ndef f(x):\n    return x\n",
      "import os  # type: ignore\nimport re\n\n\ndef f(x):\n    return re.x(x)\n",
    ],
    [
      "before the comment about a function",
      "#!/usr/bin/env python\n# About f.\ndef f(x):\n    return x\n",
      "#!/usr/bin/env python\nimport re\n\n# About f.\ndef f(x):\n    return re.x(x)\n",
    ],
    [
      "behind a licence",
      "# Copyright us.\n# All rights.\n\ndef f(x):\n    return x\n",
      "# Copyright us.\n# All rights.\nimport re\n\ndef f(x):\n    return re.x(x)\n",
    ],
  ])("stand %s", async (_, text, after) => {
    expect(await splice("python", text, { shown: ["f"], code: "import re\n\ndef f(x):\n    return re.x(x)\n" })).toBe(after);
  });

  it("put from __future__ before all others", async () => {
    const code = "from __future__ import annotations\n\n\ndef f(x: T):\n    return x\n";
    expect(await splice("python", '"""Doc."""\nimport os\n\n\ndef f(x):\n    return x\n', { shown: ["f"], code })).toBe(
      '"""Doc."""\nfrom __future__ import annotations\n\nimport os\n\n\ndef f(x: T):\n    return x\n',
    );
  });

  it("Go: join the block, also under a name of their own", async () => {
    const text = 'package a\n\nimport (\n\t"fmt"\n)\n\nfunc F(x int) int {\n\tfmt.Println()\n\treturn x\n}\n';
    const code = text.replace('"fmt"\n', 'str "strings"\n\t"gopkg.in/yaml.v3"\n').replace("fmt.Println()", "yaml.Y(str.X())");
    expect(await splice("go", text, { shown: ["F"], code })).toBe(
      text.replace('"fmt"\n', '"fmt"\n\tstr "strings"\n\t"gopkg.in/yaml.v3"\n').replace("fmt.Println()", "yaml.Y(str.X())"),
    );
    const bare = "package a\n\nfunc F(x int) int {\n\treturn x\n}\n";
    expect(await splice("go", bare, { shown: ["F"], code: 'package a\n\nimport "strings"\n\nfunc F(x int) int {\n\treturn strings.X()\n}\n' })).toBe(
      'package a\n\nimport "strings"\n\nfunc F(x int) int {\n\treturn strings.X()\n}\n',
    );
  });
});
