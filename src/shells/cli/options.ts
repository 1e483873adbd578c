import type { ProfileChoice } from "../../domain/model-plan.js";
import type { CoderChoice, EngineChoice } from "../../domain/run-plan.js";

export interface RunOptions {
  readonly cwd: string;
  readonly check: readonly string[];
  readonly coder?: CoderChoice;
  readonly model?: string;
  readonly repairModel?: string;
  readonly profile?: ProfileChoice;
  readonly baseUrl?: string;
  readonly maxAttempts?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxMinutes?: number;
  readonly sandbox?: EngineChoice;
  readonly seed?: number;
  readonly task?: string;
  readonly approve?: string;
  readonly out?: string;
  readonly apply?: true;
  readonly json?: true;
}

export interface ReadOptions {
  readonly exitCode?: number;
  readonly root?: string;
  readonly json?: true;
}

export interface ReplayOptions {
  readonly cwd: string;
  readonly sandbox?: EngineChoice;
}

export interface ReportOptions {
  readonly markdown?: string;
}
