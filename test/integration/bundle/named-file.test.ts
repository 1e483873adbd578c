import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readNamedFile } from "../../../src/adapters/bundle/named-file.js";
import { readBundleFile, readJournal } from "../../../src/adapters/bundle/read-bundle.js";
import { readPatchFile, readProof } from "../../../src/adapters/bundle/read-proof.js";
import { SetupError } from "../../../src/domain/errors.js";
import { testFolder } from "../../support/cli/test-folder.js";

const shared = { title: "The file", remedy: "Name another.", links: "followed" } as const;

/** The sentence it is refused with. */
async function refusal(reading: Promise<unknown>): Promise<string> {
  const refused = await reading.then(
    () => "was read",
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(SetupError);
  return (refused as SetupError).message;
}

describe("a file that a person named", () => {
  it("is read whole up to its limit, also through a link, and not at all beyond it", async () => {
    const folder = testFolder();
    const path = join(folder, "whole.txt");
    const link = join(folder, "link.txt");
    writeFileSync(path, "x".repeat(2048));
    symlinkSync("whole.txt", link);
    for (const name of [path, link]) expect((await readNamedFile({ ...shared, path: name, mostBytes: 2048 })).toString()).toBe("x".repeat(2048));
    writeFileSync(path, "x".repeat(2049));
    expect(await refusal(readNamedFile({ ...shared, path, mostBytes: 2048, whenLarge: "Shorten it." }))).toBe(
      "The file is larger than 2 KiB; no more is read. Shorten it.",
    );
  });

  it("is read in pieces that are put together in order", async () => {
    const path = join(testFolder(), "pieces.txt");
    const text = Array.from({ length: 300_000 }, (_, index) => `${index}\n`).join("");
    writeFileSync(path, text);
    expect((await readNamedFile({ ...shared, path, mostBytes: 8 * 1024 * 1024 })).toString() === text).toBe(true);
  });

  it("that says it is empty is read no further than its limit", async () => {
    expect(await refusal(readNamedFile({ ...shared, path: "/proc/self/status", mostBytes: 512 }))).toBe(
      "The file is larger than 0.5 KiB; no more is read. Name another.",
    );
  });

  it("but is a pipe without a writer, a device, a folder or nothing is named for what it is, and nobody waits", async () => {
    const folder = testFolder();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const said = (path: string): Promise<string> => refusal(readNamedFile({ ...shared, path, mostBytes: 1024 }));
    expect(await said(join(folder, "pipe"))).toBe("The file is a pipe, not a file. Name another.");
    expect(await said("/dev/zero")).toBe("The file is a device, not a file. Name another.");
    expect(await said(folder)).toBe("The file is a folder, not a file. Name another.");
    expect(await said(join(folder, "none"))).toBe("The file could not be read (ENOENT). Name another.");
  });
});

const bundleRemedy = "Name the folder of a bundle that a run of heal left.";
const patchRemedy = "A bundle has none when the fix held what looks like a secret; else use the bundle as the run left it.";

describe.each([
  ["journal.jsonl", readJournal, bundleRemedy],
  ["proof.json", readProof, bundleRemedy],
  ["fix.patch", readPatchFile, patchRemedy],
  ["tests.patch", (folder: string) => readBundleFile(folder, "tests.patch", "Name the bundle."), "Name the bundle."],
])("%s of a bundle", (name, read, remedy) => {
  it("is not followed out of the folder", async () => {
    const folder = testFolder();
    const bundle = join(folder, "bundle");
    mkdirSync(bundle);
    writeFileSync(join(folder, "elsewhere"), "");
    symlinkSync("../elsewhere", join(bundle, name));
    expect(await refusal(read(bundle))).toBe(`${join(bundle, name)} is a symbolic link, which may lead anywhere. ${remedy}`);
  });

  it("is not waited for where it is a pipe", async () => {
    const bundle = testFolder();
    execFileSync("mkfifo", [join(bundle, name)]);
    expect(await refusal(read(bundle))).toBe(`${join(bundle, name)} is a pipe, not a file. ${remedy}`);
  });
});
