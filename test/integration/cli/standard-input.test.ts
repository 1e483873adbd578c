import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { healCommand } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";

const log = `============================= test session starts ==============================
collected 1 item

test_prices.py F                                                         [100%]

=================================== FAILURES ===================================
______________________________ test_free_shipping ______________________________

    def test_free_shipping():
>       assert shipping(5000) == 0
E       assert 490 == 0
E        +  where 490 = shipping(5000)

test_prices.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_prices.py::test_free_shipping - assert 490 == 0
============================== 1 failed in 0.02s ===============================
`;

/** More than a pipe holds: it is read while it is written. */
const noise = "a line of the build before it\n".repeat(20_000);

test("heal read - takes a log that a pipe brings in several pieces", async () => {
  const shell = spawn("sh", ["-c", 'cat | "$@"', "sh", ...healCommand(["read", "-"])], { cwd: testFolder() });
  const ended = new Promise<number | null>((done) => shell.on("close", done));
  const [said, output] = [text(shell.stderr), text(shell.stdout)];
  shell.stdin.on("error", () => undefined);
  shell.stdin.write(noise, () => shell.stdin.end(log));
  expect(await ended, await said).toBe(0);
  expect(await output).toMatch(/^pytest: 1 failing/);
});
