import type { Suspect } from "../../../domain/suspect.js";
import type { SyntaxNode, SyntaxTree } from "../../../ports/syntax-trees.js";
import type { Dialect, Layout, ValueKind } from "./dialect.js";
import { layoutAt } from "./layout.js";
import type { ContextPlace, ProjectModules } from "./place.js";
import { isRead } from "./reads.js";
import type { Shape } from "./shape.js";
import { type KindReader, kindOf } from "./value-kind.js";
import { ancestors, nodesOf, walk } from "./walk.js";

export interface Variable {
  readonly name: string;
  readonly kind: ValueKind;
  readonly role: "parameter" | "variable" | "loop" | "function" | "import";
  readonly scope: SyntaxNode;
  readonly declaredAt: number;
  /** How often the name is written in the function. */
  readonly uses: number;
  readonly local: boolean;
}

const declaredIn = new WeakMap<SyntaxTree, ReadonlySet<string>>();

/** One suspicious function of a parsed file, with what operators ask about it; answers are computed once. */
export class FunctionContext {
  readonly dialect: Dialect;
  readonly file: string;
  readonly tree: SyntaxTree;
  readonly suspect: Suspect;
  /** Every named node of the function in document order; functions that are suspects themselves are left to their own context. */
  readonly nodes: readonly SyntaxNode[];
  readonly modules: ProjectModules;
  readonly #shapes = new Map<SyntaxNode, Shape>();
  #variables: readonly Variable[] | undefined;
  #reads: Map<string, number> | undefined;
  #members: ReadonlyMap<string, number> | undefined;

  constructor(place: ContextPlace, suspect: Suspect) {
    this.dialect = place.dialect;
    this.file = place.file;
    this.tree = place.tree;
    this.modules = place.modules;
    this.suspect = suspect;
    this.nodes = nodesOf(place, suspect);
  }

  get text(): string {
    return this.tree.text;
  }

  shape(node: SyntaxNode): Shape {
    const known = this.#shapes.get(node);
    if (known !== undefined) return known;
    const shape = this.dialect.shape(node);
    this.#shapes.set(node, shape);
    return shape;
  }

  kind(node: SyntaxNode): ValueKind {
    return kindOf(node, this.#reader(node));
  }

  layout(node: SyntaxNode): Layout {
    return layoutAt(this.text, node.start);
  }

  variables(): readonly Variable[] {
    this.#variables ??= collectVariables(this);
    return this.#variables;
  }

  /** Variables a reader of this place can name, the function's own first. */
  inScope(node: SyntaxNode): readonly Variable[] {
    const around = new Set(ancestors(node));
    return this.variables().filter(
      (variable) => around.has(variable.scope) && (!variable.local || variable.declaredAt < node.start || variable.role === "loop"),
    );
  }

  find(name: string, at: SyntaxNode): Variable | undefined {
    return this.inScope(at).find((variable) => variable.name === name);
  }

  /** How often a name's value is used in the function. */
  reads(name: string): number {
    if (this.#reads === undefined) {
      this.#reads = new Map();
      for (const node of this.nodes) if (isRead(this, node)) this.#reads.set(node.text, (this.#reads.get(node.text) ?? 0) + 1);
    }
    return this.#reads.get(name) ?? 0;
  }

  /** Every name the file declares or assigns somewhere. */
  declaredAnywhere(): ReadonlySet<string> {
    const known = declaredIn.get(this.tree);
    if (known !== undefined) return known;
    const names = new Set(walk(this.tree.root, () => true).flatMap((node) => this.dialect.declares(node).map((declaration) => declaration.name.text)));
    declaredIn.set(this.tree, names);
    return names;
  }

  /** Attributes the file speaks of, with how often. */
  memberNames(): ReadonlyMap<string, number> {
    if (this.#members !== undefined) return this.#members;
    const found = new Map<string, number>();
    for (const match of this.text.matchAll(/\.\s*([A-Za-z_$][\w$]*)/g)) found.set(match[1] ?? "", (found.get(match[1] ?? "") ?? 0) + 1);
    this.#members = found;
    return found;
  }

  #reader(at: SyntaxNode): KindReader {
    return { dialect: this.dialect, variable: (name) => this.find(name, at)?.kind ?? "unknown" };
  }
}

/** Declared inside the function, in the functions around it, and at the top of the file. */
function collectVariables(context: FunctionContext): readonly Variable[] {
  const { dialect } = context;
  const found = new Map<string, Variable>();
  const uses = new Map<string, number>();
  for (const node of context.nodes) {
    if (context.shape(node).kind === "name") uses.set(node.text, (uses.get(node.text) ?? 0) + 1);
  }
  const reader: KindReader = { dialect, variable: (name) => byName(found, name) };
  const inside = new Set(context.nodes);
  const declaring = [...context.nodes, ...outerDeclarations(context)];
  for (const node of declaring) {
    for (const declaration of dialect.declares(node)) {
      const scope = dialect.scopeOf(node);
      const key = `${declaration.name.text}@${scope.start}`;
      const known = found.get(key);
      const kind = known !== undefined && known.kind !== "unknown" ? known.kind : kindOfDeclaration(declaration, reader);
      const base = { name: declaration.name.text, kind, role: known?.role ?? declaration.role, scope, declaredAt: known?.declaredAt ?? declaration.name.start };
      found.set(key, { ...base, uses: uses.get(declaration.name.text) ?? 0, local: inside.has(node) || declaration.role === "parameter" });
    }
  }
  return [...found.values()].sort((a, b) => Number(b.local) - Number(a.local));
}

function byName(found: ReadonlyMap<string, Variable>, name: string): ValueKind {
  for (const variable of found.values()) if (variable.name === name && variable.kind !== "unknown") return variable.kind;
  return "unknown";
}

function kindOfDeclaration(declaration: ReturnType<Dialect["declares"]>[number], reader: KindReader): ValueKind {
  if (declaration.role === "function") return "function";
  if (declaration.annotation !== undefined) {
    const kind = reader.dialect.annotated(declaration.annotation);
    if (kind !== "unknown") return kind;
  }
  if (declaration.value === undefined) return "unknown";
  const kind = kindOf(declaration.value, reader);
  if (!declaration.element) return kind;
  if (kind === "string") return "string";
  return elementKind(declaration.value, reader);
}

function elementKind(iterated: SyntaxNode, reader: KindReader): ValueKind {
  const shape = reader.dialect.shape(iterated);
  if (shape.kind === "call" && shape.name === "range") return "number";
  if (shape.kind === "call" && (shape.name === "split" || shape.name === "splitlines")) return "string";
  if (shape.kind === "list" && shape.items[0] !== undefined) return kindOf(shape.items[0], reader);
  return "unknown";
}

/** Declaring nodes of the enclosing functions' own levels and of the module, without what lies in other functions. */
function outerDeclarations(context: FunctionContext): readonly SyntaxNode[] {
  const first = context.nodes[0];
  if (first === undefined) return [];
  const around = [...ancestors(first)];
  const found: SyntaxNode[] = [];
  for (const scope of around) {
    const shape = context.dialect.shape(scope);
    if (shape.kind === "block") found.push(...shape.statements.flatMap(statementLevel));
    if (shape.kind === "function") found.push(...scope.namedChildren.filter((child) => child !== shape.body));
  }
  return found;
}

function statementLevel(statement: SyntaxNode): readonly SyntaxNode[] {
  const inner = statement.namedChildren.filter((child) => !/body|block|parameters/.test(child.type));
  return [
    statement,
    ...inner,
    ...inner.flatMap((child) => (/declarator|declaration|clause|imports|specifier|import/.test(`${statement.type} ${child.type}`) ? child.namedChildren : [])),
  ];
}
