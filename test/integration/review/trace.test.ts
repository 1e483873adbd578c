import { afterEach, expect, it } from "vitest";
import { emptyPatch } from "../../../src/domain/patch.js";
import type { Suspect } from "../../../src/domain/suspect.js";
import { traceFailure } from "../../../src/stages/trace.js";
import { type BoxedProject, boxedProject, editOf, redCase } from "../../support/boxed-project.js";
import { suiteRequires } from "../../support/requirements.js";

const opened: BoxedProject[] = [];
afterEach(async () => {
  for (const project of opened.splice(0)) await project.dispose();
});

async function open(files: Readonly<Record<string, string>>, check: string): Promise<BoxedProject> {
  const project = await boxedProject(files, [check]);
  opened.push(project);
  return project;
}

const suspect = (file: string, name: string, startLine: number): Suspect => ({
  file,
  function: name,
  start: 0,
  end: 0,
  startLine,
  endLine: startLine + 1,
  score: 1,
  because: "b",
  hotLines: [],
});

const PYTHON = { "calc.py": "def half(n):\n    return n / 3\n", "test_calc.py": "from calc import half\n\n\ndef test_half():\n    assert half(6) == 3\n" };
const SCRIPT = {
  "package.json": '{"type":"module"}',
  "src/calc.js": "export function half(n) {\n  return n / 3;\n}\n",
  "test/calc.test.js":
    'import assert from "node:assert";\nimport { it } from "node:test";\nimport { half } from "../src/calc.js";\nit("halves", () => assert.equal(half(6), 3));\n',
};

suiteRequires("bubblewrap", "pytest")("values of a failing case, recorded in the box", () => {
  it("follow a function to where the patch has moved it", async () => {
    const project = await open(PYTHON, "python3 -m pytest -q");
    const patch = editOf(project, "calc.py", (text) => `import math\n\n\n${text.replace("n / 3", "math.floor(n / 4)")}`);
    const trace = await traceFailure(project.context, project.baseline, {
      failure: redCase(project, "test_half"),
      suspects: [suspect("calc.py", "half", 1)],
      patch,
    });
    expect(trace).toEqual({
      first: [
        { file: "calc.py", line: 4, function: "half", event: "call", values: { n: "6" } },
        { file: "calc.py", line: 5, function: "half", event: "line", values: { n: "6" } },
        { file: "calc.py", line: 5, function: "half", event: "return", values: { return: "1" } },
      ],
      last: [],
      omitted: 0,
    });
  });

  it("come from a script without a change to the project", async () => {
    const project = await open(SCRIPT, "node --test");
    const trace = await traceFailure(project.context, project.baseline, {
      failure: redCase(project, "halves"),
      suspects: [suspect("src/calc.js", "half", 1)],
      patch: emptyPatch,
    });
    expect(trace?.first.map(({ event, values }) => [event, values])).toEqual([
      ["call", { n: "6" }],
      ["line", { n: "6" }],
      ["return", { return: "2" }],
    ]);
    expect(project.context.ports.workspace.view.read("src/calc.js")?.text).toBe(SCRIPT["src/calc.js"]);
  });

  it("are told to be missing where the case does not call the function, or it is gone", async () => {
    const project = await open({ ...PYTHON, "other.py": "def idle():\n    return 1\n" }, "python3 -m pytest -q");
    const request = { failure: redCase(project, "test_half"), patch: emptyPatch };
    expect(await traceFailure(project.context, project.baseline, { ...request, suspects: [suspect("other.py", "idle", 1)] })).toBeUndefined();
    expect(await traceFailure(project.context, project.baseline, { ...request, suspects: [suspect("calc.py", "gone", 1)] })).toBeUndefined();
  });
});
