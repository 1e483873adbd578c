import { readReply } from "../../../../../src/agents/coder/model/reply/read-reply.js";
import { missingNames } from "../../../../../src/agents/coder/model/source/missing-name.js";
import { missingUnits } from "../../../../../src/agents/coder/model/source/units.js";
import { briefOf, failureOf, trees, viewOf } from "./scripted-model.js";

export type Files = Readonly<Record<string, string>>;
/** What the failure of a test says is missing in these files; nothing below `tests/` may be changed. */
export const allMissing = (test: string, files: Files, message: string) =>
  missingNames([{ file: test, text: files[test] ?? "", line: 1 }], [failureOf(test, ["t"], message)], {
    files: viewOf(files),
    trees,
    isProtected: (p) => p.startsWith("tests/"),
  });
export const missingIn = async (test: string, files: Files, message: string) => (await allMissing(test, files, message))[0];

/** The file as a reply leaves it that was asked for what is missing, or why there is none. */
export async function added(files: Files, test: string, message: string, reply: string): Promise<string> {
  const missing = await allMissing(test, files, message);
  if (missing.length === 0) return "nothing missing";
  const isProtected = (path: string): boolean => path === test;
  const [unit] = await missingUnits(missing, briefOf(files, { isProtected }), trees);
  if (unit === undefined) return "no unit";
  const fenced = reply.includes("```") ? reply : `\`\`\`\n${reply}\`\`\`\n`;
  const edit = await readReply({ reply: fenced, files: viewOf(files), isProtected, trees, units: [unit], format: "whole", newFolders: "no" });
  return edit.kind === "unusable" ? `unusable: ${edit.reason}` : (edit.texts[0]?.after ?? "");
}
export const py = (text: string, reply: string, name = "spread") =>
  added({ "s.py": text, "test_s.py": `from s import ${name}\n` }, "test_s.py", `ImportError: cannot import name '${name}' from 's'`, reply);
export const pyMethod = (text: string, reply: string) =>
  added({ "s.py": text, "test_s.py": "from s import Q\n\nQ().peek\n" }, "test_s.py", "AttributeError: 'Q' object has no attribute 'peek'", reply);
export const cjs = (text: string, reply: string) =>
  added({ "s.js": text, "t.test.js": 'const { spread } = require("./s");\n' }, "t.test.js", "TypeError: spread is not a function", reply);
export const esm = (text: string, reply: string) =>
  added({ "s.ts": text, "t.test.ts": 'import { spread } from "./s";\n' }, "t.test.ts", "TypeError: spread is not a function", reply);
export const jsMethod = (text: string, reply: string) =>
  added(
    { "s.js": text, "t.test.js": 'const { Q } = require("./s");\nconst q = new Q();\nq.peek();\n' },
    "t.test.js",
    "TypeError: q.peek is not a function",
    reply,
  );
export const tsMethod = (text: string, reply: string) =>
  added({ "s.ts": text, "t.test.ts": 'import { Q } from "./s";\nconst q = new Q();\nq.peek();\n' }, "t.test.ts", "TypeError: q.peek is not a function", reply);

export const oneFn = "import os\n\n\ndef median(v):\n    return os.sep\n";
export const fn = "def spread(v):\n    return v[1]\n";
export const jsFn = "function spread(v) {\n  return v[1];\n}\n";
export const withQ = "import os\n\n\nclass Q:\n    def push(self, x):\n        return x\n\n\ndef other():\n    return Q()\n";
