import { describe, expect, it } from "vitest";
import { testAround, testSource } from "../../../../../../src/agents/coder/model/source/failing-test.js";
import { failureOf, trees, viewOf } from "../scripted-model.js";

const filler = (line: (index: number) => string): string => Array.from({ length: 40 }, (_, index) => line(index)).join("");

async function source(file: string, text: string, titles: readonly string[]): Promise<string | undefined> {
  return (await testSource(failureOf(file, titles), viewOf({ [file]: text }), trees))?.text;
}

describe("testSource", () => {
  it("cuts a Python test out of a long file, with the imports and constants it names", async () => {
    const text = `import os\nfrom shop import total\n\nPRICES = [1, 2]\nOTHER = 3\n\n\n${filler((index) => `def test_${index}():\n    assert True\n\n\n`)}class TestTotal:\n    def test_sum(self):\n        assert total(PRICES) == 3\n`;
    expect(await source("test_shop.py", text, ["TestTotal", "test_sum"])).toBe(
      "import os\nfrom shop import total\nPRICES = [1, 2]\n\n    def test_sum(self):\n        assert total(PRICES) == 3\n",
    );
  });

  it("finds a JavaScript test by its titles, also where the title is a template of a table", async () => {
    const text = `import { total } from "./shop.js";\n\n${filler((index) => `it("works ${index}", () => {\n  total();\n});\n`)}describe("total", () => {\n  it("works 1", () => {\n    total([]);\n  });\n  it.each([1])("adds %s", (n) => {\n    total(n);\n  });\n});\n`;
    expect(await source("shop.test.js", text, ["total", "works 1"])).toBe(
      'import { total } from "./shop.js";\n\n  it("works 1", () => {\n    total([]);\n  })\n',
    );
    expect(await source("shop.test.js", text, ["total", "adds 7"])).toContain("total(n);");
  });

  it("finds Go, Rust and Java tests by the name of their function", async () => {
    const go = `package a\n\n${filler((index) => `func TestOther${index}(t *testing.T) {\n}\n\n`)}func TestTotal(t *testing.T) {\n\tTotal()\n}\n`;
    expect(await source("a_test.go", go, ["TestTotal"])).toContain("func TestTotal(t *testing.T) {\n\tTotal()\n}");
    const rust = `${filler((index) => `fn other${index}() {\n}\n`)}mod tests {\n    #[test]\n    fn sums() {\n        total();\n    }\n}\n`;
    expect(await source("a.rs", rust, ["tests", "sums"])).toBe("    fn sums() {\n        total();\n    }\n");
    const java = `class ShopTest {\n${filler((index) => `  void other${index}() {\n  }\n`)}  @Test void sums() {\n    total();\n  }\n}\n`;
    expect(await source("ShopTest.java", java, ["ShopTest", "sums"])).toBe("  @Test void sums() {\n    total();\n  }\n");
  });

  it("shows a short file whole, and a long one whole where the test is not found", async () => {
    expect(await source("test_a.py", "def test_a():\n    pass\n", ["test_a"])).toBe("def test_a():\n    pass\n");
    const long = filler((index) => `def test_${index}():\n    pass\n`);
    expect(await source("test_a.py", long, ["missing"])).toBe(long);
    expect(await source("test_a.py", long, [])).toBe(long);
  });

  it("has nothing of a case without a readable file", async () => {
    expect(await testSource(failureOf("gone.py", ["x"]), viewOf({}), trees)).toBeUndefined();
    expect(await testSource(failureOf("", ["x"]), viewOf({}), trees)).toBeUndefined();
  });
});

describe("testAround", () => {
  const around = async (file: string, text: string, line: number) => testAround({ file, line }, viewOf({ [file]: text }), trees);

  it("cuts out the Python test that was running at a line", async () => {
    const text = `from shop import total\n\n\n${filler((index) => `def test_${index}():\n    assert True\n\n\n`)}def test_total():\n    for _ in range(2):\n        assert total([]) == 0\n`;
    const lines = text.split("\n");
    const line = lines.findIndex((one) => one.includes("total([])")) + 1;
    expect(await around("test_shop.py", text, line)).toEqual({
      file: "test_shop.py",
      text: "from shop import total\n\ndef test_total():\n    for _ in range(2):\n        assert total([]) == 0\n",
      line: line - 2,
    });
  });

  it("cuts out the JavaScript test, not the suite around it", async () => {
    const text = `import { total } from "./shop.js";\n\n${filler((index) => `it("works ${index}", () => {\n  total();\n});\n`)}describe("total", () => {\n  it("ends", () => {\n    total([]);\n  });\n});\n`;
    const line = text.split("\n").findIndex((one) => one.includes("total([])")) + 1;
    expect((await around("shop.test.js", text, line))?.text).toBe('import { total } from "./shop.js";\n\n  it("ends", () => {\n    total([]);\n  })\n');
  });

  it("shows the file whole where no test stands at the line", async () => {
    const long = filler((index) => `def test_${index}():\n    pass\n`);
    expect((await around("test_a.py", `${long}\nrun()\n`, 82))?.text).toBe(`${long}\nrun()\n`);
  });
});
