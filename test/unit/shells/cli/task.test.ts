import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { goOnCommand } from "../../../../src/shells/cli/task.js";

it.each([
  ["installed by a package manager", "/srv/app/node_modules/.bin/heal", "heal run --task 'my task.md' --approve first"],
  ["run from a checkout", resolve("dist/cli.cjs"), `node ${join("dist", "cli.cjs")} run --task 'my task.md' --approve first`],
])("the command that goes on starts as this one was started: %s", (_how, script, command) => {
  expect(goOnCommand([script, "run", "--task", "my task.md", "--out", "first"], resolve("first"))).toBe(command);
});
