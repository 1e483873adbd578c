import { readFileSync } from "node:fs";

/** Endings of the files that sources import as text; src/text-imports.d.ts declares the same ones to the compiler. */
export const textEndings = [".py", ".probe.cjs", ".probe.mjs", ".txt"] as const;

/** Vite plugin: what `loader: { ".py": "text" }` is to esbuild. */
export function textImports(): { name: string; enforce: "pre"; load(id: string): string | undefined } {
  return {
    name: "heal:text-imports",
    enforce: "pre",
    load(id) {
      const isText = textEndings.some((ending) => id.endsWith(ending));
      return isText ? `export default ${JSON.stringify(readFileSync(id, "utf8"))};` : undefined;
    },
  };
}
