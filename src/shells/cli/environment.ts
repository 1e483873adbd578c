import { secretValues } from "../../redaction/secret-environment.js";
import { type ModelKey, modelKey } from "../compose/model-key.js";

/** What the command was started with, read once. */
interface CommandStart {
  /** What a box may see of it is picked by allow-list in adapters/sandbox. */
  readonly environment: Readonly<Record<string, string>>;
  readonly key: ModelKey;
  /** Values that no text may carry out. */
  readonly secrets: readonly string[];
}

/** The first that is set is the model's key. */
const keyNames = ["HEAL_API_KEY", "OPENAI_API_KEY"] as const;

let start: CommandStart | undefined;

/** The keys leave the process's environment the first time this is called, so no child can inherit them. */
export function commandStart(): CommandStart {
  start ??= taken(process.env);
  return start;
}

function taken(own: NodeJS.ProcessEnv): CommandStart {
  const whole = Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const key = modelKey(keyNames.map((name) => whole[name]).find((value) => value !== undefined && value.trim() !== ""));
  for (const name of keyNames) delete own[name];
  const rest = Object.entries(whole).filter(([name]) => !(keyNames as readonly string[]).includes(name));
  return Object.freeze({ environment: Object.freeze(Object.fromEntries(rest)), key, secrets: Object.freeze([...secretValues(whole), ...key.secrets]) });
}

export function definedEnvironment(): Readonly<Record<string, string>> {
  return commandStart().environment;
}
