/**
 * Files that are injected into a box are kept as real files (so editors and linters see them) and imported as text:
 * esbuild (scripts/bundle-settings.ts), Vitest (vitest.config.ts) and the compiler (here) read the same list of endings.
 */
declare module "*.py" {
  const text: string;
  export default text;
}

declare module "*.probe.cjs" {
  const text: string;
  export default text;
}

declare module "*.probe.mjs" {
  const text: string;
  export default text;
}

declare module "*.txt" {
  const text: string;
  export default text;
}
