import { SetupError } from "../../domain/errors.js";
import type { ProfileChoice } from "../../domain/model-plan.js";
import type { CoderChoice, EngineChoice } from "../../domain/run-plan.js";
import { type ModelKey, modelKey } from "../compose/model-key.js";

/** The inputs of action.yml, checked. */
export interface ActionInputs {
  /** Empty = as heal.yml says. */
  readonly checks: readonly string[];
  /** Relative to the workspace. */
  readonly workingDirectory: string;
  readonly coder: CoderChoice;
  /** Undefined = as heal.yml says, else none. */
  readonly model: string | undefined;
  readonly repairModel: string | undefined;
  readonly profile: ProfileChoice | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKey: ModelKey;
  readonly maxAttempts: number | undefined;
  readonly maxTokens: number | undefined;
  /** US dollars. */
  readonly maxCost: number | undefined;
  readonly maxMinutes: number | undefined;
  /** Undefined = as heal.yml says, else auto. */
  readonly sandbox: EngineChoice | undefined;
  readonly draft: boolean;
  /** Undefined = the branch that ran. */
  readonly base: string | undefined;
  readonly dryRun: boolean;
  readonly failOnUnhealed: boolean;
  /** Path of the settings file; `given`: the workflow names another than the usual one, so it has to be there. */
  readonly config: { readonly path: string; readonly given: boolean };
  readonly githubToken: string;
}

const longestRunMinutes = 360;

/** Also the input's default, so naming it says nothing. */
const usualConfig = ".github/heal.yml";

/** Throws one SetupError that lists everything wrong. */
export function readInputs(environment: Readonly<Record<string, string>>): ActionInputs {
  const form = new Form(environment);
  const config = form.relativePath("config") ?? usualConfig;
  const inputs: ActionInputs = {
    checks: form.lines("checks"),
    workingDirectory: form.relativePath("working-directory") ?? ".",
    coder: form.choice("coder", ["auto", "operators", "model"]) ?? "auto",
    model: form.text("model"),
    repairModel: form.text("repair-model"),
    profile: form.choice("profile", ["auto", "small", "large"]),
    baseUrl: form.text("base-url"),
    apiKey: modelKey(form.text("api-key")),
    maxAttempts: form.wholeNumber("max-attempts", 100),
    maxTokens: form.wholeNumber("max-tokens", 1_000_000_000),
    maxCost: form.dollars("max-cost", 1_000_000),
    maxMinutes: form.positiveNumber("max-minutes", longestRunMinutes),
    sandbox: form.choice("sandbox", ["auto", "docker", "bubblewrap", "none"]),
    draft: form.boolean("draft") ?? true,
    base: form.text("base"),
    dryRun: form.boolean("dry-run") ?? false,
    failOnUnhealed: form.boolean("fail-on-unhealed") ?? false,
    config: { path: config, given: config !== usualConfig },
    githubToken: form.text("github-token") ?? "",
  };
  if (form.problems.length > 0) throw new SetupError(form.problems.join("\n"));
  Object.freeze(inputs.checks);
  Object.freeze(inputs.config);
  return Object.freeze(inputs);
}

/** Reads single inputs and collects what is wrong with them. */
class Form {
  readonly problems: string[] = [];
  readonly #environment: Readonly<Record<string, string>>;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  /** Undefined when not given. */
  text(name: string): string | undefined {
    const value = this.#environment[`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`]?.trim();
    return value === "" ? undefined : value;
  }

  lines(name: string): string[] {
    return (this.text(name) ?? "")
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
  }

  boolean(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^(true|True|TRUE)$/.test(value)) return true;
    if (/^(false|False|FALSE)$/.test(value)) return false;
    return this.#wrong(name, value, "write true or false");
  }

  positiveNumber(name: string, most: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (number > 0 && number <= most) return number;
    return this.#wrong(name, value, `write a number above 0, at most ${most}`);
  }

  wholeNumber(name: string, most: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : 0;
    if (number >= 1 && number <= most) return number;
    return this.#wrong(name, value, `write a whole number from 1 to ${most}`);
  }

  dollars(name: string, most: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^\d{1,9}(\.\d{1,9})?$/.test(value) && Number(value) <= most) return Number(value);
    return this.#wrong(name, value, `write a number of US dollars from 0 to ${most}`);
  }

  choice<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    return allowed.find((candidate) => candidate === value) ?? this.#wrong(name, value, `write one of ${allowed.join(", ")}`);
  }

  relativePath(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!value.startsWith("/") && !value.split("/").includes("..")) return value;
    return this.#wrong(name, value, "write a path inside the repository, without ..");
  }

  #wrong(name: string, value: string, remedy: string): undefined {
    this.problems.push(`The input \`${name}\` is ${JSON.stringify(value)}: ${remedy}.`);
    return undefined;
  }
}
