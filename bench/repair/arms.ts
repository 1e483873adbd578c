import { randomBytes } from "node:crypto";
import { ModelCoder } from "../../src/agents/coder/model/model-coder.ts";
import { type Ask, nextAsk } from "../../src/agents/coder/model/strategy.ts";
import type { Brief } from "../../src/domain/brief.ts";
import { defaultBudgetLimits } from "../../src/domain/budget.ts";
import type { Coder } from "../../src/ports/coder.ts";
import type { SyntaxTrees } from "../../src/ports/syntax-trees.ts";
import type { Models } from "../../src/stages/run-context.ts";
import { RawRetryCoder } from "./raw-retry-coder.ts";

/** The ways of repair that are measured against each other; the names are those of docs/measurements.md. */
export const arms = ["A", "A'", "B", "C", "D", "E", "E-shape", "E-fresh", "E-debug", "F", "G", "G-single", "G-bare", "O"] as const;
export type Arm = (typeof arms)[number];

export function isArm(name: string): name is Arm {
  return (arms as readonly string[]).includes(name);
}

/** What an arm asks for; undefined = as shipped. */
export interface ArmSetup {
  readonly coder: "operators" | "auto";
  /** Whether lessons are written after failed proposals. */
  readonly reflection: "on" | "off" | "auto";
  readonly maxAttempts: number;
  /** Proposals of the model before the operators' turn. */
  readonly samplesFirst: number;
  /** Proposals asked for beside a green one that hardly anything speaks about. */
  readonly opinions: number;
  /** Whether Tester and Reviewer take part. */
  readonly judges: "on" | "off";
  readonly make: ((models: Models, trees: SyntaxTrees) => Coder) | undefined;
}

const shipped: ArmSetup = {
  coder: "auto",
  reflection: "auto",
  maxAttempts: defaultBudgetLimits.maxAttempts,
  samplesFirst: defaultBudgetLimits.samplesFirst,
  opinions: defaultBudgetLimits.opinions,
  judges: "on",
  make: undefined,
};

const mostSamples = 8;
const sample = (brief: "fix" | "rewrite", temperature: number): Ask => ({ kind: "sample", brief, temperature });
/** Always the same question, at most so often. */
const repeated =
  (ask: Ask, times: number): typeof nextAsk =>
  (_plan, asked) =>
    asked.length < times ? ask : undefined;

export function setupOf(arm: Arm): ArmSetup {
  switch (arm) {
    case "A":
      return loop({ next: repeated(sample("fix", 0), 1), maxAttempts: 1 });
    case "A'":
      return loop({ next: repeated(sample("rewrite", 0), 1), maxAttempts: 1 });
    case "B":
      return loop({ next: repeated(sample("fix", 0.8), mostSamples), maxAttempts: mostSamples });
    case "C":
      return { ...shipped, coder: "operators", reflection: "off", opinions: 0, judges: "off", make: ({ coder }, trees) => new RawRetryCoder(coder, trees) };
    case "D":
      return loop({ reflection: "off" });
    case "E":
      return loop({});
    case "E-shape":
      return loop({ seen: (brief) => ({ ...brief, failures: brief.failures.map(unshaped) }) });
    case "E-fresh":
      return loop({ next: (plan, asked) => withoutFresh(nextAsk(plan, asked)) });
    case "E-debug":
      return loop({ seen: ({ trace: _, ...brief }) => brief });
    case "F":
      return { ...shipped, coder: "operators", reflection: "off" };
    case "G":
      return shipped;
    case "G-single":
      return { ...shipped, opinions: 0 };
    case "G-bare":
      return { ...shipped, opinions: 0, judges: "off" };
    case "O":
      return { ...shipped, samplesFirst: 0 };
  }
}

function withoutFresh(ask: Ask | undefined): Ask | undefined {
  return ask?.kind === "fresh" ? undefined : ask;
}

/** The raw block of the output in place of what was read from it. */
function unshaped(red: Brief["failures"][number]): Brief["failures"][number] {
  if (red.failure === undefined) return red;
  const { excerpt } = red.failure;
  return { ...red, failure: { type: "", message: excerpt, frames: [], excerpt } };
}

interface LoopArm {
  readonly next?: typeof nextAsk;
  readonly seen?: (brief: Brief) => Brief;
  readonly reflection?: "on" | "off";
  readonly maxAttempts?: number;
}

function loop({ next = nextAsk, seen = (brief) => brief, reflection = "on", maxAttempts = 6 }: LoopArm): ArmSetup {
  return {
    ...shipped,
    coder: "operators",
    reflection,
    maxAttempts,
    opinions: 0,
    judges: "off",
    make: (models, trees) => {
      const coder = new ModelCoder({
        model: models.coder,
        repair: models.repair,
        trees,
        profile: "small",
        contextTokens: null,
        fence: () => randomBytes(8).toString("hex"),
        signal: new AbortController().signal,
        reflect: reflection,
        next,
      });
      return { name: "model", propose: (brief, history) => coder.propose(seen(brief), history) };
    },
  };
}
