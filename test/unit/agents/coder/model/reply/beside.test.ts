import { describe, expect, it } from "vitest";
import { splice } from "./spliced.js";

describe("what a reply changes beside a function", () => {
  it.each([
    ["python", ["f"], "LIMIT = 3\n\n\ndef f(x):\n    return x < LIMIT\n", "LIMIT = 4\n\n\ndef f(x):\n    return x <= LIMIT\n"],
    ["python", ["f"], "LOW = 1\n\n\ndef f(x):\n    return x\n", "LOW, HIGH = 1, 9\n\n\ndef f(x):\n    return LOW < x < HIGH\n"],
    ["python", ["f"], "def f(x):\n    return x\n", "LOW, HIGH = 1, 9\nMAX: int = 3\n\n\ndef f(x):\n    return x < HIGH + MAX\n"],
    ["javascript", ["f"], "export function f(x) {\n  return x;\n}\n", "const { abs, max } = Math;\n\nexport function f(x) {\n  return abs(x);\n}\n"],
    [
      "javascript",
      ["f"],
      "const { abs } = Math;\n\nexport function f(x) {\n  return abs(x);\n}\n",
      "const { abs, max } = Math;\n\nexport function f(x) {\n  return max(abs(x), 1);\n}\n",
    ],
    [
      "typescript",
      ["f"],
      "interface P { a: number }\n\nexport function f(p: P): number {\n  return p.a;\n}\n",
      "interface P { a: number; b?: number }\n\nexport function f(p: P): number {\n  return p.a + (p.b ?? 0);\n}\n",
    ],
    [
      "typescript",
      ["f"],
      "type T = string;\n\nexport function f(p: T) {\n  return p;\n}\n",
      "type T = string | number;\n\nexport function f(p: T) {\n  return p + 1;\n}\n",
    ],
    [
      "go",
      ["F"],
      "package a\n\nconst max = 3\n\nfunc F(x int) int {\n\treturn max\n}\n",
      "package a\n\nconst max = 4\n\nfunc F(x int) int {\n\treturn max + x\n}\n",
    ],
    [
      "rust",
      ["f"],
      "#[derive(Debug)]\npub struct S {\n    a: i32,\n}\n\npub fn f(s: S) -> i32 {\n    s.a\n}\n",
      "#[derive(Debug)]\npub struct S {\n    a: i32,\n    b: i32,\n}\n\npub fn f(s: S) -> i32 {\n    s.b\n}\n",
    ],
  ] as const)("%s: takes changed constants and types, and new ones it needs (%#)", async (language, shown, text, code) => {
    expect(await splice(language, text, { shown, code })).toBe(code);
  });

  it("keeps export, pub and decorators the reply leaves out", async () => {
    const ts = "export const LIMIT = 3;\n\nexport function f(x: number) {\n  return x < LIMIT;\n}\n";
    const tsCode = "const LIMIT = 4;\n\nfunction f(x: number) {\n  return x <= LIMIT;\n}\n";
    expect(await splice("typescript", ts, { shown: ["f"], code: tsCode })).toBe(ts.replace("3", "4").replace("<", "<="));
    const rust = "#[derive(Debug)]\npub struct S {\n    a: i32,\n}\n\npub fn f(s: S) -> i32 {\n    s.a\n}\n";
    const rustCode = "struct S {\n    a: i64,\n}\n\nfn f(s: S) -> i32 {\n    s.a as i32\n}\n";
    expect(await splice("rust", rust, { shown: ["f"], code: rustCode })).toBe(rust.replace("i32,", "i64,").replace("    s.a\n", "    s.a as i32\n"));
  });

  it("leaves a usage behind the function, and what the file has the same, as they are", async () => {
    const text = "items = [1]\n\n\ndef f(x):\n    return x\n";
    expect(await splice("python", text, { shown: ["f"], code: "def f(x):\n    return x + 1\n\n\nitems = [2]\nprint(f(items))\n" })).toBe(
      text.replace("return x", "return x + 1"),
    );
  });

  it("keeps a type that is shown in part, and refuses one that is changed in part", async () => {
    const text = "interface P {\n  a: number;\n  b: number;\n}\n\nfunction f(p: P) {\n  return p.a;\n}\n";
    const code = (type: string): string => `interface P {\n${type}}\n\nfunction f(p: P) {\n  return p.a + 1;\n}\n`;
    expect(await splice("typescript", text, { shown: ["f"], code: code("  a: number;\n") })).toBe(text.replace("p.a;", "p.a + 1;"));
    expect(await splice("typescript", text, { shown: ["f"], code: code("  a: string;\n") })).toBe(
      "unusable: it leaves out b of P: give P whole, or leave it out",
    );
  });

  it("keeps a value that is shown with dots for its content", async () => {
    const text = 'MAP = {"a": 1}\n\n\ndef f(x):\n    return MAP[x]\n';
    expect(await splice("python", text, { shown: ["f"], code: "MAP = {...}\n\n\ndef f(x):\n    return MAP.get(x)\n" })).toBe(
      text.replace("MAP[x]", "MAP.get(x)"),
    );
  });

  it("refuses to give two names in one statement where the file has two", async () => {
    const code = "LOW, HIGH = 1, 9\n\n\ndef f(x):\n    return LOW < x < HIGH\n";
    expect(await splice("python", "LOW = 1\nHIGH = 8\n\n\ndef f(x):\n    return x\n", { shown: ["f"], code })).toMatch(
      /^unusable: it gives LOW, HIGH in one statement/,
    );
  });

  it("takes a constant alone where the function that was shown uses it", async () => {
    const text = "LIMIT = 3\nOTHER = 1\n\n\ndef f(x):\n    return x < LIMIT\n";
    expect(await splice("python", text, { shown: ["f"], code: "LIMIT = 4\n" })).toBe(text.replace("3", "4"));
    expect(await splice("python", text, { shown: ["f"], code: "OTHER = 4\n" })).toBe("unusable: it holds no complete function f");
  });

  it("adds a helper a changed constant needs before that constant", async () => {
    const text = "MAP = {1: abs}\n\n\ndef f(x):\n    return MAP[x]\n";
    const code = "def twice(x):\n    return 2 * x\n\n\nMAP = {1: twice}\n\n\ndef f(x):\n    return MAP[x](x)\n";
    expect(await splice("python", text, { shown: ["f"], code })).toBe(code);
  });
});

describe("what a reply changes in a class beside its functions", () => {
  const java = "class A {\n    private int x;\n\n    int f() {\n        return x;\n    }\n}\n";

  it.each([
    ["java", "class A {\n    static final int MAX = 3;\n\n    int f() {\n        return MAX;\n    }\n}\n"],
    ["java", "static final int MAX = 3;\n\nint f() {\n    return MAX;\n}\n"],
  ] as const)("%s: adds a new field behind the others", async (language, code) => {
    expect(await splice(language, java, { shown: ["A.f"], code })).toBe(
      java.replace("x;\n\n", "x;\n    static final int MAX = 3;\n\n").replace("return x", "return MAX"),
    );
  });

  it("Python: adds and changes fields, in a class of the reply or beside a bare method", async () => {
    const text = 'class A:\n    """Doc."""\n\n    def f(self):\n        return 1\n';
    const after = 'class A:\n    """Doc."""\n    MAX = 3\n\n    def f(self):\n        return self.MAX\n';
    expect(await splice("python", text, { shown: ["A.f"], code: "class A:\n    MAX = 3\n\n    def f(self):\n        return self.MAX\n" })).toBe(after);
    expect(await splice("python", text, { shown: ["A.f"], code: "MAX = 3\n\n\ndef f(self):\n    return self.MAX\n" })).toBe(after);
    expect(await splice("python", after, { shown: ["A.f"], code: "class A:\n    MAX = 4\n\n    def f(self):\n        return self.MAX + 1\n" })).toBe(
      after.replace("3", "4").replace("self.MAX", "self.MAX + 1"),
    );
    const bare = "class A:\n    def f(self):\n        return 1\n";
    expect(await splice("python", bare, { shown: ["A.f"], code: "class A:\n    MAX = 3\n\n    def f(self):\n        return self.MAX\n" })).toBe(
      "class A:\n    MAX = 3\n\n    def f(self):\n        return self.MAX\n",
    );
  });

  it("TypeScript and JavaScript: with the semicolon", async () => {
    const text = "class A {\n  private n = 1; // one\n\n  f() {\n    return this.n;\n  }\n}\n";
    const code = "class A {\n  private n = 2;\n  static max = 3;\n\n  f() {\n    return A.max;\n  }\n}\n";
    expect(await splice("typescript", text, { shown: ["A.f"], code })).toBe(
      "class A {\n  private n = 2; // one\n  static max = 3;\n\n  f() {\n    return A.max;\n  }\n}\n",
    );
    expect(
      await splice("javascript", "class A {\n  f() {\n    return 1;\n  }\n}\n", {
        shown: ["A.f"],
        code: "class A {\n  #n = 2;\n\n  f() {\n    return this.#n;\n  }\n}\n",
      }),
    ).toBe("class A {\n  #n = 2;\n\n  f() {\n    return this.#n;\n  }\n}\n");
  });

  it("adds methods nothing calls by name, as the class shows them", async () => {
    const text = "class A:\n    def f(self):\n        return 1\n";
    const code = "class A:\n    def f(self):\n        return 2\n\n    def __eq__(self, other):\n        return True\n";
    expect(await splice("python", text, { shown: ["A.f"], code })).toBe(code);
  });

  it("leaves a usage out that stands in the class", async () => {
    const text = "class A {\n    int f() {\n        return 1;\n    }\n}\n";
    const code = "class A {\n    int f() {\n        return 2;\n    }\n\n    public static void main(String[] a) {\n        new A().f();\n    }\n}\n";
    expect(await splice("java", text, { shown: ["A.f"], code })).toBe(text.replace("1", "2"));
  });

  it("takes a head that says more, keeps one the reply shortens, refuses one with two readings", async () => {
    const text = "class A(Base):\n    def f(self):\n        return 1\n";
    const code = (head: string): string => `${head}:\n    def f(self):\n        return 2\n`;
    expect(await splice("python", text, { shown: ["A.f"], code: code("class A") })).toBe(code("class A(Base)"));
    expect(await splice("python", text, { shown: ["A.f"], code: code("class A(Base, Mixin)") })).toBe(code("class A(Base, Mixin)"));
    expect(await splice("python", text, { shown: ["A.f"], code: code("class A(Other)") })).toMatch(/^unusable: it changes the head of A/);
  });

  it("adds decorators of a class, and what they need", async () => {
    const text = "@one\nclass A:\n    def f(self):\n        return 1\n";
    const code = "from dataclasses import dataclass\n\n\n@dataclass\nclass A:\n    def f(self):\n        return 2\n";
    expect(await splice("python", text, { shown: ["A.f"], code })).toBe(
      "from dataclasses import dataclass\n\n@one\n@dataclass\nclass A:\n    def f(self):\n        return 2\n",
    );
  });

  it("adds the documentation of what it adds, and the reply's lines between", async () => {
    const text = "class A {\n  f() {\n    return 1;\n  }\n}\n";
    const code =
      "// One.\nconst B = 1;\nconst C = 2;\n\nclass A {\n  f() {\n    return this.g(B, C);\n  }\n\n  /** Two. */\n  g(a, b) {\n    return a + b;\n  }\n}\n";
    expect(await splice("javascript", text, { shown: ["A.f"], code })).toBe(code);
  });

  it("Rust: adds a trait for a type, before the code that needs it", async () => {
    const text = "pub struct S;\n\nimpl S {\n    pub fn f(&self) -> String {\n        String::new()\n    }\n}\n";
    const code =
      "impl std::fmt::Display for S {\n    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {\n        Ok(())\n    }\n}\n\nimpl S {\n    pub fn f(&self) -> String {\n        self.to_string()\n    }\n}\n";
    expect(await splice("rust", text, { shown: ["S.f"], code })).toBe(`pub struct S;\n\n${code}`);
  });
});

describe("where the parts of a reply go", () => {
  it("a function that stands alone in a reply is the one that was shown", async () => {
    const text =
      "def f(x):\n    return x\n\n\nclass B:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n\n\nclass C:\n    def g(self):\n        return 1\n";
    expect(await splice("python", text, { shown: ["B.f"], code: "def f(self):\n    return 2\n" })).toBe(text.replace("return 1", "return 2"));
    expect(await splice("python", text, { shown: ["f"], code: "def f(x):\n    return 2\n" })).toBe(text.replace("return x", "return 2"));
    expect(await splice("python", text, { shown: ["B.f"], code: "def f(self):\n    return 2\n\ndef g(self):\n    return 3\n" })).toBe(
      text.replace("return 1", "return 2").replace("return 1", "return 3"),
    );
  });

  it.each([
    [
      "javascript",
      "class A {\n  f(x) {\n    return 1;\n  }\n  static f(x) {\n    return 2;\n  }\n}\n",
      "A.f",
      "f(x) {\n  return 3;\n}\n",
      "return 1",
      "return 3",
    ],
    [
      "javascript",
      "class A {\n  get v() {\n    return 1;\n  }\n  set v(x) {\n    this.x = x;\n  }\n}\n",
      "A.v",
      "set v(x) {\n  this.x = x + 1;\n}\n",
      "= x;",
      "= x + 1;",
    ],
    [
      "java",
      "class A {\n    int f(int x) {\n        return x;\n    }\n    int f(String s) {\n        return 0;\n    }\n}\n",
      "A.f",
      "int f(final String t) {\n    return 1;\n}\n",
      "(String s) {\n        return 0",
      "(final String t) {\n        return 1",
    ],
    [
      "rust",
      "impl X for A {\n    fn f(&self) -> i32 {\n        1\n    }\n}\n\nimpl Y for A {\n    fn f(&self) -> i32 {\n        5\n    }\n}\n",
      "A.f",
      "impl Y for A {\n    fn f(&self) -> i32 {\n        2\n    }\n}\n",
      "5",
      "2",
    ],
  ] as const)("%s: functions of one name are told apart by what stands around it (%#)", async (language, text, name, code, from, to) => {
    expect(await splice(language, text, { shown: [name], code })).toBe(text.replace(from, to));
  });

  it("of two versions the last that changes something counts", async () => {
    const text = "def f(x):\n    return x\n";
    expect(await splice("python", text, { shown: ["f"], code: `def f(x):\n    return 2\n\n\n${text}` })).toBe("def f(x):\n    return 2\n");
    expect(await splice("python", text, { shown: ["f"], code: "def f(x):\n    return 1\n\n\ndef f(x):\n    return 2\n" })).toBe("def f(x):\n    return 2\n");
  });

  it("a stub beside the function that is changed stays what it is in the file", async () => {
    const text = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n";
    const code = "class A:\n    def f(self):\n        return 2\n\n    def g(self):\n        ...\n";
    expect(await splice("python", text, { shown: ["A.f"], code })).toBe(text.replace("return 1", "return 2"));
  });

  it("a helper stands before the attributes of what needs it", async () => {
    const text = "#[cfg(x)]\nimpl S {\n    fn f(&self) -> i32 {\n        1\n    }\n}\n";
    const code = "fn two() -> i32 {\n    2\n}\n\nimpl S {\n    fn f(&self) -> i32 {\n        two()\n    }\n}\n";
    expect(await splice("rust", text, { shown: ["S.f"], code })).toBe(`fn two() -> i32 {\n    2\n}\n\n${text.replace("1\n", "two()\n")}`);
  });
});

describe("what stays around a function", () => {
  const method = (modifiers: string, body: string): string => `class A {\n    ${modifiers}int f() {\n        return ${body};\n    }\n}\n`;

  it.each([
    ["@Override @Transactional\n    public ", "public ", "@Override @Transactional\n    public "],
    ["@Override\n    public ", "@Deprecated\npublic ", "@Override\n    @Deprecated\n    public "],
    ["public static synchronized ", "public ", "public static synchronized "],
    ["private static ", "public ", "public static "],
    ['@Get("/a") public ', '@Get("/b") ', '@Get("/b") public '],
    ["", "public ", "public "],
  ])("Java: of %j and %j comes %j", async (own, told, after) => {
    expect(await splice("java", method(own, "1"), { shown: ["A.f"], code: `${told}int f() {\n    return 2;\n}\n` })).toBe(method(after, "2"));
  });

  it.each([
    ["pub async ", "async ", "pub async "],
    ["pub(crate) ", "", "pub(crate) "],
    ["pub(crate) ", "pub ", "pub "],
    ["pub unsafe ", "pub const ", "pub const unsafe "],
  ])("Rust: of %j and %j comes %j", async (own, told, after) => {
    expect(await splice("rust", `${own}fn f() -> u8 {\n    1\n}\n`, { shown: ["f"], code: `${told}fn f() -> u8 {\n    2\n}\n` })).toBe(
      `${after}fn f() -> u8 {\n    2\n}\n`,
    );
  });

  it("Rust: attributes the reply has besides are added", async () => {
    const text = "impl S {\n    #[inline]\n    fn f() -> u8 {\n        1\n    }\n}\n";
    const code = "impl S {\n    #[inline]\n    #[must_use]\n    fn f() -> u8 {\n        2\n    }\n}\n";
    expect(await splice("rust", text, { shown: ["S.f"], code })).toBe(code);
  });

  it("TypeScript: the type of a constant that holds a function is the reply's", async () => {
    const text = "export const f: (x: number) => number = (x) => x;\n";
    const code = "const f: (x: number, y?: number) => number = (x, y) => x + (y ?? 0);\n";
    expect(await splice("typescript", text, { shown: ["f"], code })).toBe(`export ${code}`);
    expect(await splice("typescript", "const f = (x) => x;\n", { shown: ["f"], code })).toBe(code);
  });

  it("the insides of strings stay when a reply is indented otherwise than the file", async () => {
    const py = 'def f(x):\n  y = """\n    four\n  two\n"""\n  if x:\n    return y\n  return x\n';
    const pyCode = 'def f(x):\n    y = """\n    four\n  two\n"""\n    if x:\n        return y\n    return 1\n';
    expect(await splice("python", py, { shown: ["f"], code: pyCode })).toBe(py.replace("return x", "return 1"));
    const js = "function f(x) {\n  const y = `\n    four\n  two\n`;\n  return y;\n}\n";
    expect(await splice("javascript", js, { shown: ["f"], code: "function f(x) {\n    const y = `\n    four\n  two\n`;\n    return y + x;\n}\n" })).toBe(
      js.replace("return y", "return y + x"),
    );
  });

  it("documentation does not tell how code is indented", async () => {
    const text = '"""Usage:\n\nRun it like:\n  a b\n"""\n\n\ndef f(x):\n    return x\n';
    expect(await splice("python", text, { shown: ["f"], code: "def f(x):\n    if x:\n        return 1\n    return 2\n" })).toBe(
      text.replace("    return x\n", "    if x:\n        return 1\n    return 2\n"),
    );
    const code = 'def f(x):\n    """Does:\n      this\n    """\n    /* */\n'.replace("    /* */\n", "    if x:\n        return 1\n    return 2\n");
    expect(await splice("python", "def f(x):\n  return x\n", { shown: ["f"], code })).toBe(
      'def f(x):\n  """Does:\n    this\n  """\n  if x:\n    return 1\n  return 2\n',
    );
  });

  it("comments over several lines do not hinder the change of the indentation", async () => {
    const text = "function f(x) {\n  return x;\n}\n";
    const code = "function f(x) {\n    /*\n     * One.\n     */\n    return (\n        x + 1\n    );\n}\n";
    expect(await splice("javascript", text, { shown: ["f"], code })).toBe("function f(x) {\n  /*\n   * One.\n   */\n  return (\n    x + 1\n  );\n}\n");
  });
});

describe("code that is left out", () => {
  const text = "def f(x):\n    a = 1\n    b = 2\n    c = 3\n    return a + b + c\n";
  const reply = (comment: string): string => `def f(x):\n    a = 2\n    ${comment}\n`;

  it.each([
    "# same as before",
    "# (unchanged)",
    "# [...]",
    "# ...",
    "# rest of the body",
    "# … the rest stays",
    "# existing code",
    "...",
    "pass  # as before",
    "# omitted",
  ])("refuses %s in the place of lines", async (comment) => {
    expect(await splice("python", text, { shown: ["f"], code: reply(comment) })).toBe("unusable: f leaves out a part of its code");
  });

  it("refuses the same in braces", async () => {
    const js = "function f(x) {\n  const a = 1;\n  const b = 2;\n  return a + b;\n}\n";
    for (const comment of ["// (unchanged)", "/* ... */", "// same as above"])
      expect(await splice("javascript", js, { shown: ["f"], code: `function f(x) {\n  const a = 2;\n  ${comment}\n}\n` })).toBe(
        "unusable: f leaves out a part of its code",
      );
  });

  it.each(["# add the remaining lines of the shorter list", "# merge the rest of the body", "# the same for b", "# unchanged"])(
    "takes %s where no line is lost",
    async (comment) => {
      const code = text.replace("    b = 2", `    ${comment}\n    b = 3`);
      expect(await splice("python", text, { shown: ["f"], code })).toBe(code);
    },
  );

  it("does not read what a string says, nor a comment behind code", async () => {
    const code = 'def f(x):\n    a = """\n    # ...\n    """\n    return a  # the rest is unchanged\n';
    expect(await splice("python", text, { shown: ["f"], code })).toBe(code);
  });
});
