import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { licenceReport } from "../../../scripts/licences.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heal-licences-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function install(name: string, manifest: { readonly license?: string }, licenceFile?: string): string {
  const place = join(folder, "node_modules", name);
  mkdirSync(join(place, "lib"), { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ name, version: "1.2.3", ...manifest }));
  if (licenceFile !== undefined) writeFileSync(join(place, "LICENSE"), licenceFile);
  return join(place, "lib", "index.js");
}

function bundleOf(...inputs: readonly string[]): Metafile {
  const used = Object.fromEntries(inputs.map((input) => [input, { bytesInOutput: 1 }]));
  return { inputs: {}, outputs: { "dist/index.cjs": { bytes: 1, inputs: used, imports: [], exports: [] } } };
}

describe("licenceReport", () => {
  test("holds the licence text of each package in a bundle once, in the order of their names", () => {
    const inputs = [install("zeta", { license: "ISC" }, "the text of zeta"), install("@scope/alpha", { license: "MIT" }, "the text of alpha")];
    const report = licenceReport([bundleOf(...inputs), bundleOf(...inputs)], []);
    expect(report.match(/^(?:@scope\/alpha|zeta) 1\.2\.3 .*$|^the text.*$/gm)).toEqual([
      "@scope/alpha 1.2.3 (MIT)",
      "the text of alpha",
      "zeta 1.2.3 (ISC)",
      "the text of zeta",
    ]);
  });

  test("names the licence of the manifest when a package has no licence file", () => {
    expect(licenceReport([bundleOf(install("bare", { license: "MIT" }))], [])).toContain("The package carries no licence file; its manifest names MIT.");
  });

  test("accepts a choice when one of the licences is allowed", () => {
    expect(licenceReport([bundleOf(install("either", { license: "(MIT OR GPL-3.0)" }, "text"))], [])).toContain("either 1.2.3");
  });

  test.each(["GPL-3.0", "MIT AND GPL-3.0", "SEE LICENSE IN EULA"])("refuses a package under %s", (license) => {
    expect(() => licenceReport([bundleOf(install("odd", { license }, "text"))], [])).toThrow(`odd 1.2.3 (${license})`);
  });

  test("refuses a package that names no licence", () => {
    expect(() => licenceReport([bundleOf(install("silent", {}))], [])).toThrow("silent 1.2.3 (none given)");
  });
});
