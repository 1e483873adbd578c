import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

/** Limits on the sources; the medians are printed, because they tell how the code reads, and the hard ones fail. */
const limits = { fileLines: 400, fileMedian: 80, functionLines: 80, functionMedian: 12, functionNinth: 35, parameters: 3 } as const;
const vagueNames = /(?:^|\/|-)(?:utils?|helpers?|managers?|common|misc)(?:-|\.|\/)/;

interface Shape {
  readonly path: string;
  readonly lines: number;
  readonly functions: readonly { readonly name: string; readonly line: number; readonly lines: number; readonly complaints: readonly string[] }[];
}

type Callable = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ConstructorDeclaration | ts.FunctionExpression | ts.ArrowFunction;

function main(): number {
  const shapes = globSync("src/**/*.ts")
    .filter((path) => !path.endsWith(".d.ts"))
    .sort()
    .map(shapeOf);
  const complaints = [...shapes.flatMap(complain), ...complainOfMedians(shapes)];
  for (const complaint of complaints) console.error(complaint);
  return complaints.length === 0 ? 0 : 1;
}

function shapeOf(path: string): Shape {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const functions: Shape["functions"][number][] = [];
  const visit = (node: ts.Node): void => {
    const name = isCallable(node) ? nameOf(node) : undefined;
    if (isCallable(node) && name !== undefined) functions.push({ name, ...measure(node, source), complaints: complainOfParameters(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, lines: text.split("\n").length - 1, functions };
}

function isCallable(node: ts.Node): node is Callable {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node)
  );
}

/** A function counts when it has a name: a declaration, a method, or one assigned to a name. */
function nameOf(node: Callable): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (node.name !== undefined) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent) ? node.parent.name.getText() : undefined;
}

function measure(node: Callable, source: ts.SourceFile): { readonly line: number; readonly lines: number } {
  const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
  return { line: first + 1, lines: source.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1 };
}

function complainOfParameters(node: Callable): readonly string[] {
  const tooMany = node.parameters.length > limits.parameters ? [`takes ${node.parameters.length} parameters, at most ${limits.parameters}`] : [];
  const flags = node.parameters.filter((parameter) => parameter.type?.kind === ts.SyntaxKind.BooleanKeyword);
  return [...tooMany, ...flags.map((flag) => `takes the boolean "${flag.name.getText()}", which says nothing where it is called`)];
}

function complain(shape: Shape): readonly string[] {
  const length = shape.lines > limits.fileLines ? [`${shape.path}: ${shape.lines} lines, at most ${limits.fileLines}`] : [];
  const name = vagueNames.test(shape.path) ? [`${shape.path}: the name says nothing about what is inside`] : [];
  const functions = shape.functions.flatMap((one) => {
    const long = one.lines > limits.functionLines ? [`is ${one.lines} lines long, at most ${limits.functionLines}`] : [];
    return [...long, ...one.complaints].map((text) => `${shape.path}:${one.line}: ${one.name} ${text}`);
  });
  return [...length, ...name, ...functions];
}

function complainOfMedians(shapes: readonly Shape[]): readonly string[] {
  const files = shapes.map((shape) => shape.lines);
  const functions = shapes.flatMap((shape) => shape.functions.map((one) => one.lines));
  const measured = [
    { what: "median file", value: quantile(files, 0.5), limit: limits.fileMedian },
    { what: "median function", value: quantile(functions, 0.5), limit: limits.functionMedian },
    { what: "nine functions in ten", value: quantile(functions, 0.9), limit: limits.functionNinth },
  ];
  console.log(
    `${files.length} files, ${functions.length} functions; lines: ${measured.map((one) => `${one.what} ${one.value} (at most ${one.limit})`).join(", ")}`,
  );
  return measured.filter((one) => one.value > one.limit).map((one) => `${one.what}: ${one.value} lines, at most ${one.limit}`);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

process.exitCode = main();
