import { Command, InvalidArgumentError, Option } from "commander";
import type { ReadOptions, ReplayOptions, ReportOptions, RunOptions } from "./options.js";

interface Program {
  readonly command: Command;
  exitStatus(): number;
}

/** The command line's grammar. Each command's work is loaded when it is called. What is wrong with the words is told to `complain`. */
export function cliProgram(version: string, complain: (text: string) => void): Program {
  let status = 0;
  const done = async (result: Promise<number>): Promise<void> => {
    status = await result;
  };
  const command = new Command("heal")
    .description("Repairs a project whose checks turned red and proves the patch with the project's own tests.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: complain })
    .showHelpAfterError("`heal --help` and `heal <command> --help` list what may be given.");
  addRun(command, version, done);
  addRead(command, done);
  addReplay(command, done);
  addReport(command, done);
  return { command, exitStatus: () => status };
}

type Done = (result: Promise<number>) => Promise<void>;

function addRun(program: Command, version: string, done: Done): void {
  program
    .command("run")
    .description("heal the project in a folder; leaves a bundle with journal, patch, proof and reports")
    .option("--cwd <folder>", "the project's folder", ".")
    .addOption(
      new Option("--check <command>", "a command that has to be green; may be given several times")
        .argParser(collect)
        .default([], "checks of .github/heal.yml"),
    )
    .addOption(
      new Option("--coder <name>", "who proposes patches; auto takes the model where one is named, and operators (default: auto)").choices([
        "operators",
        "model",
        "auto",
      ]),
    )
    .option(
      "--model <name>",
      "model that proposes patches, as its endpoint spells it; or scripted:FILE, replay:BUNDLE. Its key is in HEAL_API_KEY or OPENAI_API_KEY",
    )
    .option("--repair-model <name>", "model that takes the repairs of failed proposals (default: the same)")
    .addOption(new Option("--profile <size>", "how the model is asked (default: auto, which tries it out)").choices(["auto", "small", "large"]))
    .option("--base-url <url>", "where the model's endpoint is (default: https://api.openai.com/v1)")
    .option("--max-attempts <number>", "proposals of the model, at most 100 (default: 6)", wholeUpTo(100))
    .option("--max-minutes <number>", "wall clock of the run, at most 10080 (default: 20)", minutes)
    .option("--max-tokens <number>", "tokens of all calls together, prompts and answers (default: 200000)", wholeUpTo(1_000_000_000))
    .option("--max-cost <dollars>", "US dollars of all calls together; holds where the price is known (default: 2)", cost)
    .addOption(
      new Option("--sandbox <engine>", "what makes boxes (default: as .github/heal.yml says, else auto)").choices(["auto", "docker", "bubblewrap", "none"]),
    )
    .option("--seed <number>", "seed of everything random (default: a random one, told in the report)", wholeNumber)
    .option("--task <file>", "a description of what is wanted: tests are written from it first, then the code; needs a model")
    .option("--approve <bundle>", "folder of the bundle whose tests a person approved; goes on with exactly these (with the same --task)")
    .option("--out <folder>", "where the bundle goes; must not hold one yet (default: a new folder below .heal/ of the project)")
    .option("--apply", "write the accepted patch into the project")
    .option("--json", "print outcome.json on stdout, everything else on stderr")
    .action((options: RunOptions) => done(import("./run.js").then(({ runCommand }) => runCommand(options, version))));
}

function addRead(program: Command, done: Done): void {
  program
    .command("read")
    .description("read logs and reports of test runs; print the failures and their class")
    .argument("<file...>", "log or report files; - is standard input")
    .option("--exit-code <number>", "exit status of the command that wrote them", wholeNumber)
    .option("--root <folder>", "the project's folder, to tell its frames from others")
    .option("--json", "print the reading as one JSON document")
    .action((files: string[], options: ReadOptions) => done(import("./read.js").then(({ readCommand }) => readCommand(files, options))));
}

function addReplay(program: Command, done: Done): void {
  program
    .command("replay")
    .description("run a bundle's proof again, without any coder")
    .argument("<bundle>", "folder of the bundle")
    .option("--cwd <folder>", "a checkout of the same base", ".")
    .addOption(new Option("--sandbox <engine>", "what makes boxes").choices(["auto", "docker", "bubblewrap", "none"]))
    .action((bundle: string, options: ReplayOptions) => done(import("./replay.js").then(({ replayCommand }) => replayCommand(bundle, options))));
}

function addReport(program: Command, done: Done): void {
  program
    .command("report")
    .description("render a bundle's report again from its journal")
    .argument("<bundle>", "folder of the bundle")
    .option("--markdown <file>", "write it there instead of to stdout")
    .action((bundle: string, options: ReportOptions) => done(import("./report.js").then(({ reportCommand }) => reportCommand(bundle, options))));
}

function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

/** A week; no job runs longer. */
const mostMinutes = 10_080;

function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value <= mostMinutes)) throw new InvalidArgumentError(`It must be a number above 0, at most ${mostMinutes}.`);
  return value;
}

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = wholeNumber(text);
    if (value < 1 || value > most) throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
    return value;
  };
}

const mostDollars = 1_000_000;

function cost(text: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text) || Number(text) > mostDollars)
    throw new InvalidArgumentError(`It must be a number of dollars from 0 to ${mostDollars}.`);
  return Number(text);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
