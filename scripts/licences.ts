import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** Kinds that allow redistribution in a bundle with nothing asked but the notice. A new kind is a decision, not a build setting. */
const allowed: readonly string[] = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT"];

interface Notice {
  readonly name: string;
  readonly licence: string;
  readonly text: string;
}

/** The notices of every package with a byte in the bundles, and of the grammars. Throws for a package whose licence is not allowed or not given. */
export function licenceReport(metafiles: readonly Metafile[], grammars: readonly string[]): string {
  const inputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)));
  const folders = new Set([...inputs, ...grammars].flatMap(packageFolder));
  const notices = [...folders].map(readNotice);
  const refused = notices.filter((notice) => !isAllowed(notice.licence));
  if (refused.length > 0) throw new Error(`not allowed in the bundle: ${refused.map((notice) => `${notice.name} (${notice.licence})`).join(", ")}`);
  const unique = new Map(notices.map((notice) => [`${notice.name}\n${notice.licence}`, notice]));
  const sections = [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map(section);
  return `Heal's files in this folder contain parts of the packages below.\n\n${sections.join("\n")}`;
}

/** "node_modules/a/node_modules/@b/c/lib/x.js" lies in package "node_modules/a/node_modules/@b/c". */
function packageFolder(path: string): readonly string[] {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return match?.[1] === undefined ? [] : [match[1]];
}

function readNotice(folder: string): Notice {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string; version: string; license?: unknown; author?: unknown };
  const licence = typeof manifest.license === "string" ? manifest.license : "none given";
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
  const text = texts.length > 0 ? texts.join("\n\n") : `The package carries no licence file; its manifest names ${licence}.`;
  return { name: `${manifest.name} ${manifest.version}`, licence, text };
}

/** "(MIT OR CC0-1.0)" is fine when one of them is; "A AND B" only when both are. */
function isAllowed(licence: string): boolean {
  const parts = licence.replace(/^\(|\)$/g, "");
  return parts.split(" OR ").some((choice) => choice.split(" AND ").every((name) => allowed.includes(name.trim())));
}

function section(notice: Notice): string {
  return `${"=".repeat(80)}\n${notice.name} (${notice.licence})\n${"-".repeat(80)}\n${notice.text}\n`;
}
