import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";

export interface Judgement {
  readonly verdict: "green" | "red";
  readonly message: string;
}

/** A worker process that is asked one question at a time; one that dies or hangs is replaced and the question counts as red. */
export class Judge {
  readonly #command: readonly string[];
  #child: ChildProcessWithoutNullStreams | undefined;
  #lines: Interface | undefined;

  constructor(command: readonly string[]) {
    this.#command = command;
  }

  ask(code: string, tests: string, seconds: number): Promise<Judgement> {
    const { child, lines } = this.#worker();
    return new Promise((resolve) => {
      const settle = (judgement: Judgement): void => {
        clearTimeout(timer);
        lines.removeAllListeners("line");
        child.removeAllListeners("exit");
        resolve(judgement);
      };
      const lost = (message: string): void => {
        child.kill("SIGKILL");
        this.#child = undefined;
        settle({ verdict: "red", message });
      };
      const timer = setTimeout(() => lost("no answer"), seconds * 1000 + 3000);
      lines.once("line", (line) => settle(JSON.parse(line) as Judgement));
      child.once("exit", () => lost("worker died"));
      child.stdin.write(`${JSON.stringify({ code, tests, seconds })}\n`);
    });
  }

  close(): void {
    this.#child?.kill("SIGKILL");
  }

  #worker(): { child: ChildProcessWithoutNullStreams; lines: Interface } {
    if (this.#child === undefined || this.#lines === undefined) {
      const [program = "node", ...args] = this.#command;
      this.#child = spawn(program, args);
      this.#child.stderr.resume();
      this.#child.stdin.on("error", () => undefined);
      this.#lines = createInterface({ input: this.#child.stdout });
    }
    return { child: this.#child, lines: this.#lines };
  }
}
