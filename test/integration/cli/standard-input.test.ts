import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { heal, healCommand } from "../../support/cli/heal-command.js";
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

/**
 * Starts a program whose standard input answers EAGAIN while it is empty, as it does when the program that shares it left it so. The
 * writer waits until all it wrote before was taken, and then for a second: whoever reads on meanwhile finds nothing there yet.
 */
const slowWriter = `
import fcntl, json, os, pty, struct, subprocess, sys, termios, threading, time
kind, command, chunks = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.stdin.read())
(write, read) = pty.openpty() if kind == "terminal" else reversed(os.pipe())
if kind == "terminal":
    settings = termios.tcgetattr(read)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(read, termios.TCSANOW, settings)
os.set_blocking(read, False)
child = subprocess.Popen(command, stdin=read)

def waiting():
    return struct.unpack("i", fcntl.ioctl(read, termios.FIONREAD, b"\\0" * 4))[0]

def feed():
    for chunk in chunks:
        data = chunk.encode()
        while data and child.poll() is None:
            data = data[os.write(write, data[:1024]):]
            while kind == "terminal" and waiting() > 0 and child.poll() is None:
                time.sleep(0.01)
        while waiting() > 0 and child.poll() is None:
            time.sleep(0.01)
        try:
            child.wait(1)
        except subprocess.TimeoutExpired:
            pass
    os.write(write, b"\\x04") if kind == "terminal" else os.close(write)

threading.Thread(target=feed, daemon=True).start()
sys.exit(child.wait())
`;

test.each([
  ["pipe", "a line of the build before it\n".repeat(20_000)],
  ["terminal", "a line of the build before it\n".repeat(20)],
] as const)("heal read - takes a log from a %s that has nothing to give yet when it is asked, and goes on in pieces", async (kind, noise) => {
  const writer = spawn("python3", ["-c", slowWriter, kind, JSON.stringify(healCommand(["read", "-"]))], { cwd: testFolder() });
  const ended = new Promise<number | null>((done) => writer.on("close", done));
  const [said, output] = [text(writer.stderr), text(writer.stdout)];
  writer.stdin.end(JSON.stringify([noise, log]));
  expect(await ended, await said).toBe(0);
  expect(await output).toMatch(/^pytest: 1 failing/);
});

test.each([
  ["the shell puts in the place of a command", 'exec "$@" <(cat run.log)'],
  ["has a name and a writer that waits", 'cat run.log >named & exec "$@" named'],
  ["is standard input under its name", 'cat run.log | "$@" /dev/stdin'],
])("heal read takes a log from a pipe that %s", async (_what, script) => {
  const folder = testFolder();
  writeFileSync(join(folder, "run.log"), log);
  execFileSync("mkfifo", [join(folder, "named")]);
  const run = await heal(["read"], { folder, wrapper: ["timeout", "-s", "KILL", "30", "bash", "-c", script, "bash"] });
  expect(run.status, run.stderr).toBe(0);
  expect(run.stdout).toMatch(/^pytest: 1 failing/);
});
