import { expect, test } from "vitest";
import { remedyFor } from "../../../../../../src/adapters/sandbox/engines/bubblewrap/remedy.js";

test("a tree that its owner may not write gets the right remedy, not another engine", () => {
  expect(remedyFor("The box cannot write into its tree.")).toContain("`chmod -R u+w` on the project");
});

test("a remedy names no command that the program does not have", () => {
  expect(remedyFor("something nobody has seen")).toBe("Use Docker (`sandbox: docker`), or run on a machine where bubblewrap works.");
});
