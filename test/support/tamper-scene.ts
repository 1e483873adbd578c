import { protectedPaths } from "../../src/acceptance/protected-paths.js";
import { type TamperReport, tamperFindings } from "../../src/acceptance/tamper/judge.js";
import { TreeSitterTrees } from "../../src/adapters/syntax/tree-sitter-trees.js";
import { type CaseResult, caseId } from "../../src/domain/case.js";
import type { FileView } from "../../src/domain/file-view.js";

const trees = new TreeSitterTrees();

export function viewOf(texts: Readonly<Record<string, string>>): FileView {
  return {
    paths: () => Object.keys(texts).sort(),
    has: (path) => texts[path] !== undefined,
    read: (path) => (texts[path] === undefined ? undefined : { text: texts[path], encoding: "utf8" }),
  };
}

export function redCase(file: string, ...titlePath: string[]): CaseResult {
  const name = { runner: file.endsWith(".py") ? "pytest" : "node:test", file, titlePath } as const;
  const failure = { type: "AssertionError", message: "", frames: [], excerpt: "" };
  return { id: caseId(name), reportedId: titlePath.join(" > "), name, kind: "test", status: "failed", failure };
}

export interface Scene {
  /** Path of the changed file; its extension is its language. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Source of the failing test, whose title is "doubles" (or `test_doubles`). */
  readonly test: string;
}

export async function judged(scene: Scene, covered?: readonly number[]): Promise<TamperReport> {
  const isPython = scene.path.endsWith(".py");
  const testPath = isPython ? "tests/test_scene.py" : "test/scene.test.js";
  const files = viewOf({ [scene.path]: scene.before, [testPath]: scene.test });
  return tamperFindings({
    files,
    trees,
    failures: [redCase(testPath, isPython ? "test_doubles" : "doubles")],
    protectedPaths: protectedPaths({ isTestMaterial: () => false, protect: [], allow: [] }),
    patch: { changes: [{ kind: "modify", path: scene.path, before: scene.before, after: scene.after, encoding: "utf8" }] },
    ...(covered === undefined ? {} : { coverage: new Map([[scene.path, new Set(covered)]]) }),
  });
}

/** The rules that speak against a change, without repetition. */
export async function rulesAgainst(scene: Scene): Promise<string[]> {
  const report = await judged(scene);
  return [...new Set(report.findings.map((finding) => finding.rule))];
}
