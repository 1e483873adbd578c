import { describe, expect, it } from "vitest";
import { spliced } from "../../../../../../src/agents/coder/model/reply/splice.js";
import { added } from "../added-code.js";
import { trees } from "../scripted-model.js";

describe("heads of overloads", () => {
  const heads = "function f(x: string): string;\nfunction f(x: number): number;\n";
  const documented = "/** a */\nfunction f(x: string): string;\n/** b */\nfunction f(x: number): number;\n";
  const body = "function f(x: any): any {\n  return x;\n}\n";
  const after = body.replace("return x", "return [x]");
  const splice = async (text: string, code: string, shown = ["f"]): Promise<string> => {
    await trees.load("typescript");
    const result = spliced(trees, { language: "typescript", text, shown, code });
    return result.kind === "text" ? result.text : result.reason;
  };
  it("are all taken where comments stand between them in the reply", async () => expect(await splice(heads + body, documented + after)).toContain("x: string"));
  it("are not doubled where comments stand between them in the file", async () =>
    expect((await splice(documented + body, heads + after)).match(/x: string/g)).toHaveLength(1));
  it("are not doubled where a comment stands above the body", async () =>
    expect((await splice(`${heads}// impl\n${body}`, heads + after)).match(/x: string/g)).toHaveLength(1));
  it("stay next to their body where a helper comes", async () =>
    expect(await splice(heads + body, `function help(x: any) {\n  return [x];\n}\n\n${heads}${body.replace("return x", "return help(x)")}`)).toContain(
      `${heads}function f`,
    ));
  it("stay where a reply gives a part of them", async () => expect(await splice(heads + body, `function f(x: string): string;\n${after}`)).toBe(heads + after));
  it("do not come before an arrow function", async () => expect(await splice("const f = (x: any): any => x;\n", heads + after)).not.toContain("x: string"));
  it("keep static and private", async () => {
    const text = "class A {\n  private static f(x: string): string;\n  private static f(x: any): any {\n    return x;\n  }\n}\n";
    expect(await splice(text, "f(x: string): string;\nf(x: number): number;\nf(x: any): any {\n  return [x];\n}\n", ["A.f"])).toContain(
      "private static f(x: number)",
    );
  });
});

describe("heads of overloads that come with a method", () => {
  it("come with it", async () => {
    const reply = "peek(x: string): string;\npeek(x: number): number;\npeek(x: any): any {\n  return x;\n}\n";
    const files = {
      "s.ts": "export class Q {\n  push(i: number): number {\n    return i;\n  }\n}\n",
      "t.test.ts": 'import { Q } from "./s";\nconst q = new Q();\nq.peek(1);\n',
    };
    const after = await added(files, "t.test.ts", "TypeError: q.peek is not a function", reply);
    expect(after).toContain("  peek(x: string): string;\n  peek(x: number): number;\n  peek(x: any): any {");
  });
});
