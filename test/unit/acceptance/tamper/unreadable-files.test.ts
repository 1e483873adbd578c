import { expect, test } from "vitest";
import { rulesAgainst } from "../../../support/tamper-scene.js";

const scriptTest = 'test("doubles", () => { assert.equal(f(7), 14); });\n';
const against = (path: string, before: string, after: string) => rulesAgainst({ path, before, after, test: scriptTest });

test("a script in a language that no grammar reads cannot be judged", async () => {
  expect(await against("bin/check", "#!/bin/sh\nexec ./verify\n", "#!/bin/sh\nexit 0\n")).toEqual(["unreadable-code"]);
});

test("neither can a binary file", async () => {
  expect(await against("model.bin", "a", "a\0b")).toEqual(["unreadable-code"]);
});

test("a text can", async () => {
  expect(await against("data/names.txt", "a\n", "b\n")).toEqual([]);
});
