import type { Tree, TreeCursor } from "web-tree-sitter";
import type { SyntaxNode } from "../../ports/syntax-trees.js";

const functionTypes = new Set([
  // Python, Go, Java, Rust
  "function_definition",
  "lambda",
  "method_declaration",
  "constructor_declaration",
  "compact_constructor_declaration",
  "lambda_expression",
  "function_item",
  "closure_expression",
  // JavaScript, TypeScript; Go's own functions as well
  "function_declaration",
  "generator_function_declaration",
  "method_definition",
  "function_expression",
  "generator_function",
  "arrow_function",
  "func_literal",
]);

/**
 * A node copied out of the parser's memory. The copy is made for the whole tree when someone first asks for children,
 * so that a parse that only wants to know whether the text is well formed stays cheap.
 */
export class PlainNode implements SyntaxNode {
  readonly type: string;
  readonly isNamed: boolean;
  readonly start: number;
  readonly end: number;
  readonly startRow: number;
  readonly hasError: boolean;
  readonly parent: PlainNode | undefined;
  readonly fieldName: string | undefined;
  readonly #source: string;
  #children: PlainNode[] = [];
  #named: PlainNode[] | undefined;
  #unfold: (() => void) | undefined;

  constructor(cursor: TreeCursor, source: string, parent: PlainNode | undefined) {
    this.type = cursor.nodeType;
    this.isNamed = cursor.nodeIsNamed;
    this.start = cursor.startIndex;
    this.end = cursor.endIndex;
    this.startRow = cursor.startPosition.row;
    this.hasError = this.type === "ERROR" || cursor.nodeIsMissing;
    this.fieldName = cursor.currentFieldName ?? undefined;
    this.parent = parent;
    this.#source = source;
  }

  /** The root of a parsed text; the parser's tree is freed once it has been copied. */
  static root(tree: Tree, source: string): PlainNode {
    const cursor = tree.walk();
    const root = new PlainNode(cursor, source, undefined);
    cursor.delete();
    Object.defineProperty(root, "hasError", { value: tree.rootNode.hasError });
    root.#unfold = () => {
      root.#unfold = undefined;
      copyChildren(tree, root, source);
      tree.delete();
    };
    return root;
  }

  get isFunction(): boolean {
    return this.isNamed && functionTypes.has(this.type);
  }

  get text(): string {
    return this.#source.slice(this.start, this.end);
  }

  get children(): readonly PlainNode[] {
    this.#unfold?.();
    return this.#children;
  }

  get namedChildren(): readonly PlainNode[] {
    this.#named ??= this.children.filter((child) => child.isNamed);
    return this.#named;
  }

  child(field: string): PlainNode | undefined {
    return this.children.find((child) => child.fieldName === field);
  }

  *namedNodes(): Generator<PlainNode> {
    // Without recursion: generated sources nest deeper than a call stack.
    const waiting: PlainNode[] = [this];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      yield node;
      waiting.push(...node.namedChildren.toReversed());
    }
  }

  adopt(child: PlainNode): void {
    this.#children.push(child);
  }
}

/** Walks without recursion: generated sources nest deeper than a call stack. */
function copyChildren(tree: Tree, root: PlainNode, source: string): void {
  const cursor = tree.walk();
  let parent = root;
  const open: PlainNode[] = [];
  let alive = cursor.gotoFirstChild();
  while (alive) {
    const node = new PlainNode(cursor, source, parent);
    parent.adopt(node);
    if (cursor.gotoFirstChild()) {
      open.push(parent);
      parent = node;
      continue;
    }
    alive = cursor.gotoNextSibling();
    while (!alive && open.length > 0) {
      parent = open.pop() ?? root;
      cursor.gotoParent();
      alive = cursor.gotoNextSibling();
    }
  }
  cursor.delete();
  markErrors(root);
}

/** An error below makes every node above it erroneous; children stand after their parents, so one backward pass is enough. */
function markErrors(root: PlainNode): void {
  if (!root.hasError) return;
  const all: PlainNode[] = [root];
  for (let index = 0; index < all.length; index += 1) all.push(...(all[index]?.children ?? []));
  for (const node of all.reverse()) {
    if (node.hasError && node.parent !== undefined) Object.defineProperty(node.parent, "hasError", { value: true });
  }
}
