import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";

/** The README's tables of inputs and outputs are generated from action.yml; `--write` brings them up to date, without it a difference fails. */
interface Manifest {
  readonly inputs?: Readonly<Record<string, { readonly description?: string; readonly default?: string | boolean | number }>>;
  readonly outputs?: Readonly<Record<string, { readonly description?: string }>>;
}

function main(): number {
  if (!existsSync("action.yml")) {
    console.error("there is no action.yml to hold the README against");
    return 1;
  }
  const manifest = parse(readFileSync("action.yml", "utf8")) as Manifest;
  const readme = readFileSync("README.md", "utf8");
  const wanted = place(place(readme, "inputs", inputTable(manifest)), "outputs", outputTable(manifest));
  if (wanted === readme) return 0;
  if (process.argv.includes("--write")) {
    writeFileSync("README.md", wanted);
    return 0;
  }
  console.error('README.md does not say what action.yml says; run "node scripts/run.cjs scripts/readme-tables.ts --write"');
  return 1;
}

function inputTable(manifest: Manifest): string {
  const rows = Object.entries(manifest.inputs ?? {}).map(([name, input]) => `| \`${name}\` | ${cell(input.description)} | ${defaultCell(input.default)} |`);
  return ["| input | what it says | default |", "|---|---|---|", ...rows].join("\n");
}

function outputTable(manifest: Manifest): string {
  const rows = Object.entries(manifest.outputs ?? {}).map(([name, output]) => `| \`${name}\` | ${cell(output.description)} |`);
  return ["| output | what it holds |", "|---|---|", ...rows].join("\n");
}

function cell(text = ""): string {
  return text
    .trim()
    .replaceAll("|", "\\|")
    .replace(/\s*\n\s*/g, " ");
}

function defaultCell(value: string | boolean | number | undefined): string {
  return value === undefined || value === "" ? "" : `\`${cell(String(value))}\``;
}

/** Puts the table between `<!-- name -->` and `<!-- /name -->`; a README without these marks cannot be right. */
function place(readme: string, name: string, table: string): string {
  const marks = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!marks.test(readme)) throw new Error(`README.md lacks the marks <!-- ${name} --> and <!-- /${name} -->.`);
  return readme.replace(marks, (_, open: string, close: string) => `${open}\n${table}\n\n${close}`);
}

process.exitCode = main();
