import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import { functionsIn } from "../../../../src/evidence/locate/functions.js";
import { tracedScript } from "../../../../src/evidence/probes/trace-script.js";
import type { SyntaxLanguage } from "../../../../src/ports/syntax-trees.js";

const trees = new TreeSitterTrees();

async function traced(text: string, language: SyntaxLanguage = "javascript"): Promise<string> {
  await trees.load(language);
  const tree = trees.parse(language, text);
  const targets = functionsIn(tree).map(({ name, startLine, endLine }) => ({ file: "a.js", function: name, startLine, endLine }));
  const script = tracedScript(tree, targets);
  if (script === undefined) throw new Error("nothing to trace");
  return script;
}

describe("a traced script", () => {
  it.each([
    ["directives stay first", "function f() { 'use strict'; return this === undefined; }\nf()"],
    ["values used before they are declared stay errors", "function f() { try { return a; let a = 1; } catch (e) { return e.name; } }\nf()"],
    [
      "generators yield",
      "function* f(n) { for (let i = 0; i < n; i += 1) { const got = yield i; if (got) return got; } return 'end'; }\n[...f(3)].join() + f(1).next().value",
    ],
    [
      "classes construct and inherit",
      "class A { constructor(n) { this.n = n; } get twice() { return this.n * 2; } }\nclass B extends A { constructor() { super(4); this.m = 1; } #p() { return 1; } all() { return this.#p() + this.twice; } static { B.s = 3; } }\nnew B().all() + B.s",
    ],
    [
      "labels, switches and statements without braces",
      "function f(n) { outer: for (const a of [1, 2]) for (const b of [1, 2]) { switch (a * b) { case 2: if (n) continue outer; else break outer; default: n += 1; } }\n do n -= 1; while (n > 9)\n return n }\nf(1) + ',' + f(0)",
    ],
    ["missing semicolons", "function f(a) {\n  let b = a\n  b += 1\n  return b\n}\nf(1)"],
    [
      "arrows, defaults, patterns and rests",
      "const f = ({ a, b: [c, ...d], ...e }, [g = 2] = [], ...h) => [a, c, d, e, g, h]\nJSON.stringify(f({ a: 1, b: [2, 3], z: 4 }, undefined, 5))",
    ],
    [
      "nested functions and closures",
      "function f(n) { const add = (m) => { const k = m + n; return k; }; function g() { return add(1); } return g() + [1, 2].map((x) => { return x * n; }).join(); }\nf(2)",
    ],
    [
      "errors thrown and caught again",
      "function f(n) { try { if (n) throw new RangeError('x'); return 1; } catch (e) { return e.name; } finally { n = 0; } }\nf(1) + f(0)",
    ],
    ["sequences, objects and nothing returned", "const f = () => ({ a: (1, 2) });\nfunction g(n) { if (n) return; return n, 7; }\nf().a + String(g(1)) + g(0)"],
    ["arguments and this", "const o = { f() { return arguments.length + this.k; }, k: 5 };\no.f(1, 2)"],
  ])("does what it did: %s", async (_, text) => {
    const [code = "", last = ""] = split(text);
    const script = `${await traced(code)}\n${last}`;
    expect(runInNewContext(script, { process: { env: {} } })).toBe(runInNewContext(text, {}));
  });

  it("lets asynchronous functions wait and fail as before", async () => {
    const code = "async function f(n) { const got = await Promise.resolve(n); if (got < 0) throw new Error('low'); return await Promise.resolve(got + 1); }";
    const script = `${await traced(code)}\n[f(1), f(-1).catch((e) => e.message)]`;
    expect(await Promise.all(runInNewContext(script, { process: { env: {} }, Promise, Error }) as Promise<unknown>[])).toEqual([2, "low"]);
  });

  it("stays a script of its language, which no type checker looks at", async () => {
    const text =
      "export abstract class A<T> {\n  constructor(private readonly n: number, public items?: T[]) {}\n  abstract go(): void;\n  at(this: A<T>, i = 0): T | undefined {\n    return this.items?.[i] as T;\n  }\n}\nfunction over(a: string): void;\nfunction over(a: unknown): void {\n  const [x, y]: [number, number] = [1, 2];\n  void [a, x, y];\n}\n";
    const script = await traced(text, "typescript");
    expect(script.startsWith("// @ts-nocheck\n")).toBe(true);
    expect(trees.parse("typescript", script).root.hasError).toBe(false);
    expect(
      trees.parse("tsx", await traced("export const View = ({ n }: { n: number }) => <p title={String(n)}>{n > 1 ? <b>{n}</b> : null}</p>;\n", "tsx")).root
        .hasError,
    ).toBe(false);
  });

  it("is not made of a text with errors, or without the functions", async () => {
    await trees.load("javascript");
    const target = { file: "a.js", function: "f", startLine: 1, endLine: 1 };
    expect(tracedScript(trees.parse("javascript", "function f() { return ("), [target])).toBeUndefined();
    expect(tracedScript(trees.parse("javascript", "const a = 1;"), [target])).toBeUndefined();
  });
});

/** Code, and the expression on the last line that uses it. */
function split(text: string): [string, string] {
  const at = text.lastIndexOf("\n");
  return [text.slice(0, at), text.slice(at + 1)];
}
