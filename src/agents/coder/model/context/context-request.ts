/** What a model asks to see of the project before it answers. */
export type ContextRequest =
  | { readonly kind: "read"; readonly path: string; readonly startLine: number }
  | { readonly kind: "search"; readonly words: string }
  | { readonly kind: "list"; readonly path: string };
