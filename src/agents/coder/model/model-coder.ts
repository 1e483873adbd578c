import type { History, Proposal, TriedCandidate } from "../../../domain/attempt.js";
import type { Brief } from "../../../domain/brief.js";
import type { CaseId, CaseResult } from "../../../domain/case.js";
import type { Profile, Switch } from "../../../domain/model-plan.js";
import type { Patch } from "../../../domain/patch.js";
import { patchKey } from "../../../domain/patch-key.js";
import { patchedView } from "../../../domain/patched-view.js";
import type { ValueTrace } from "../../../domain/value-trace.js";
import type { Coder, CoderEnd } from "../../../ports/coder.js";
import type { LanguageModel } from "../../../ports/language-model.js";
import type { SyntaxTrees } from "../../../ports/syntax-trees.js";
import { extendedByFiles } from "../extended-patch.js";
import { type Answer, askModel, type Fit } from "./ask-model.js";
import { capsOf } from "./caps.js";
import { ContextDesk } from "./context/context-desk.js";
import { largeContext } from "./probe-profile.js";
import { changedLines } from "./prompt/changed-lines.js";
import { composePrompt } from "./prompt/compose-prompt.js";
import { explanationIn } from "./prompt/explanation.js";
import { distinctFailures } from "./prompt/failure-text.js";
import { shownToLarge } from "./prompt/large-prompt.js";
import type { Scene } from "./prompt/scene.js";
import { shownToSmall } from "./prompt/small-prompt.js";
import { readFences } from "./reply/code-blocks.js";
import { changesNothing, readReply } from "./reply/read-reply.js";
import { withoutSearchBlocks } from "./reply/search-replace.js";
import { type FailingCall, failingCalls } from "./source/failing-call.js";
import { type TestSource, testAround, testSource } from "./source/failing-test.js";
import { missingModule } from "./source/missing-module.js";
import { type MissingName, missingNames } from "./source/missing-name.js";
import { missingUnits, type Unit, unitName, unitsOf } from "./source/units.js";
import { type Ask, type Asked, nextAsk, repeatsWrongValue, variantOf, warm } from "./strategy.js";

export interface ModelCoderOptions {
  readonly model: LanguageModel;
  /** Takes the repairs of failed proposals; may be the same. */
  readonly repair: LanguageModel;
  readonly trees: SyntaxTrees;
  readonly profile: Profile;
  /** Whether a context that turns out too small for the large profile makes it the small one; no when a person named it, and when not given. */
  readonly mayShrink?: "yes" | "no";
  /** What the endpoint says its model can hold; null = not known. */
  readonly contextTokens: number | null;
  /** Told when an endpoint says that its context is smaller than was known. */
  readonly onContext?: (learned: LearnedContext) => Promise<void>;
  /** A fresh random token for each prompt. */
  readonly fence: () => string;
  readonly signal: AbortSignal;
  /** Whether repairs are told the lesson of the last attempt; on when not given. */
  readonly reflect?: Switch;
  /** What to ask next; strategy.ts when not given. */
  readonly next?: typeof nextAsk;
}

export interface LearnedContext {
  readonly contextTokens: number;
  readonly profile: Profile;
}

/** What stays the same over the proposals from one parent. */
interface Work {
  readonly brief: Brief;
  readonly history: History;
  readonly units: readonly Unit[];
  readonly tests: readonly TestSource[];
  /** What the failing tests use and the code lacked when the search began. */
  readonly missing: readonly MissingName[];
  /** Of the failures that say little, once they were looked at. */
  calls: Promise<ReadonlyMap<CaseId, FailingCall>> | undefined;
  readonly asked: Asked[];
  /** Units the model gave back as they are. It sees no fault there, so what is suspected next comes first. */
  readonly passedOver: Set<string>;
}

type Made = { readonly kind: "proposal"; readonly proposal: Proposal } | { readonly kind: "end"; readonly end: CoderEnd };

/** A language model as a coder: asks by the plan of strategy.ts, one proposal at a time, and reads the result of each out of the history. */
export class ModelCoder implements Coder {
  readonly name = "model";
  readonly #options: ModelCoderOptions;
  #calls = 0;
  #profile: Profile;
  #contextTokens: number | null;

  constructor(options: ModelCoderOptions) {
    this.#options = options;
    this.#profile = options.profile;
    this.#contextTokens = options.contextTokens;
  }

  async *propose(brief: Brief, history: History): AsyncGenerator<Proposal, CoderEnd> {
    const work = await this.#work(brief, history);
    for (;;) {
      const canRewrite = leading(work.units, work)[0]?.kind === "function" ? "yes" : "no";
      const ask = (this.#options.next ?? nextAsk)({ profile: this.#profileFor(work), canRewrite }, work.asked);
      if (ask === undefined) return undefined;
      const made = await this.#fresh(work, ask);
      if (made.kind === "end") return made.end;
      const told = history.tried.length;
      yield made.proposal;
      work.asked.push({ ask, tried: history.tried.find(({ proposal }) => proposal === made.proposal) ?? history.tried[told] });
    }
  }

  async #work(brief: Brief, history: History): Promise<Work> {
    const { trees } = this.#options;
    const tests: TestSource[] = [];
    for (const failure of distinctFailures(brief.failures, 3)) {
      const test = (await testSource(failure, brief.files, trees)) ?? (await this.#seenTest(failure, brief));
      if (test !== undefined && !tests.some((known) => known.text === test.text)) tests.push(test);
    }
    const missing = await missingNames(tests, brief.failures, { files: brief.files, trees, isProtected: brief.isProtected });
    return { brief, history, units: await this.#units(brief, { tests, missing }), tests, missing, calls: undefined, asked: [], passedOver: new Set() };
  }

  /** Where a check does not end, the test that was seen to call the code: nothing else of its frames is protected. */
  async #seenTest({ name, failure }: CaseResult, { files, isProtected }: Brief): Promise<TestSource | undefined> {
    const frame = name.file === "" ? failure?.frames.findLast(({ file }) => isProtected(file)) : undefined;
    return frame === undefined ? undefined : testAround(frame, files, this.#options.trees);
  }

  /** Without a function to show, all a model can do is look around and add files, which takes the form of the large ones. */
  #profileFor({ units }: Work): Profile {
    return units.length === 0 ? "large" : this.#profile;
  }

  /** What says again what was tried, or the code as it is, is drawn once more, warmer: a repetition teaches nothing and would end the loop. */
  async #fresh(work: Work, ask: Ask): Promise<Made> {
    let made = await this.#make(work, ask);
    if (isUnchanged(made) && passesOver(work) === "yes") made = await this.#make(work, ask);
    if (made.kind === "end" || !isRepeated(made.proposal, work)) return made;
    return this.#make(work, { ...ask, temperature: ask.temperature === 0 ? warm : hot });
  }

  /** What a test loads and nobody has written yet comes before anything that is suspected. */
  async #units(brief: Brief, { tests, missing }: Pick<Work, "tests" | "missing">): Promise<Unit[]> {
    const { trees } = this.#options;
    const file = missingModule(tests, brief.failures, brief.files);
    const units = await unitsOf(brief, trees);
    if (file !== undefined && !brief.isProtected(file))
      return [{ kind: "file", file, text: "", language: trees.grammarOf(file), suspect: undefined }, ...units];
    const added = await missingUnits(missing, brief, trees);
    return [...added, ...units.filter((one) => !added.some((own) => unitKey(own) === unitKey(one)))];
  }

  async #make(work: Work, ask: Ask): Promise<Made> {
    const parent = ask.kind === "repair" ? ask.parent.proposal.patch : work.brief.parent;
    let scene = await this.#scene(work, ask, parent);
    this.#calls += 1;
    const answer = await askModel({
      model: ask.kind === "repair" ? this.#options.repair : this.#options.model,
      signal: this.#options.signal,
      request: { role: ask.kind === "repair" ? "repair" : "coder", temperature: ask.temperature, seed: seedOf(work.brief.seed, this.#calls) },
      fit: async (learned) => {
        if (learned !== null) scene = await this.#learned(learned, () => this.#scene(work, ask, parent));
        return this.#fit(scene, ask);
      },
    });
    if (answer.kind === "end") return { kind: "end", end: answer.end === "cancelled" ? undefined : answer.end };
    return { kind: "proposal", proposal: await this.#proposal(scene, { ask, parent, answer }) };
  }

  /** What follows is asked for within the context that the endpoint told. */
  async #learned(contextTokens: number, composed: () => Promise<Scene>): Promise<Scene> {
    this.#contextTokens = contextTokens;
    if (this.#options.mayShrink === "yes" && contextTokens < largeContext) this.#profile = "small";
    await this.#options.onContext?.({ contextTokens, profile: this.#profile });
    return composed();
  }

  async #scene(work: Work, ask: Ask, parent: Patch): Promise<Scene> {
    const { brief, history, asked } = work;
    const profile = this.#profileFor(work);
    const files = patchedView(brief.files, parent);
    const units = leading(ask.kind === "repair" ? await this.#units({ ...brief, files }, work) : work.units, work);
    const { inputTokens } = capsOf(profile, this.#contextTokens);
    const wrong = asked.filter(({ tried }) => tried?.verdict.kind === "unusable").length;
    return {
      brief,
      history,
      profile,
      files,
      units: profile === "small" ? shownToSmall(units, inputTokens) : shownToLarge(units, inputTokens),
      tests: work.tests,
      calls: await this.#calledIn(work, ask),
      trace: await this.#trace(work, ask),
      stayedWrong: repeatsWrongValue(asked),
      token: this.#options.fence(),
      format: profile === "large" && (wrong === 0 || units.length === 0) ? "blocks" : "whole",
      unusable: unusableReason(asked.at(-1)?.tried),
      lesson: await this.#lesson(work, ask),
      mayAsk: profile === "large" ? "yes" : "no",
    };
  }

  /** Found when a prompt first shows the failures, and of each candidate that is repaired: the values cost a run. */
  #calledIn(work: Work, ask: Ask): Promise<ReadonlyMap<CaseId, FailingCall>> {
    const { trees } = this.#options;
    const { brief } = work;
    if (ask.kind === "repair") return failingCalls({ ...brief, parent: ask.parent.proposal.patch }, failuresAfter(brief, ask.parent), trees);
    if (ask.kind === "sample" && ask.brief === "rewrite") return Promise.resolve(new Map());
    work.calls ??= failingCalls(brief, distinctFailures(brief.failures, 3), trees);
    return work.calls;
  }

  /** Recorded values cost a run: a large model gets them with each repair, a small one once it repeats itself. They are of the code the prompt shows. */
  async #trace(work: Work, ask: Ask): Promise<ValueTrace | undefined> {
    const { brief, asked } = work;
    if (ask.kind !== "repair" || (this.#profileFor(work) === "small" && repeatsWrongValue(asked) === "no")) return undefined;
    const caseId = stillRed(ask.parent) ?? brief.failures[0]?.id;
    return caseId === undefined ? undefined : brief.trace?.({ patch: ask.parent.proposal.patch, caseId });
  }

  /** A lesson costs a call: it is written for the code that the prompt shows, and for no other. */
  async #lesson({ brief, history }: Work, ask: Ask): Promise<string | undefined> {
    if (ask.kind !== "repair" || this.#options.reflect === "off") return undefined;
    const facts = history.reflections.find(({ attempt }) => attempt === ask.parent.attempt)?.text;
    return (await brief.lesson?.({ candidate: ask.parent, facts: facts ?? "" })) ?? facts;
  }

  #fit(scene: Scene, ask: Ask): Fit {
    return {
      ...capsOf(scene.profile, this.#contextTokens, scene.units),
      prompt: (tokens) => composePrompt(scene, ask, tokens),
      desk: scene.mayAsk === "yes" ? new ContextDesk(scene.files, scene.token) : undefined,
    };
  }

  async #proposal(
    scene: Scene,
    { ask, parent, answer }: { readonly ask: Ask; readonly parent: Patch; readonly answer: Exclude<Answer, { kind: "end" }> },
  ): Promise<Proposal> {
    const origin = { coder: "model", variant: variantOf(ask) } as const;
    const failed = (reason: string): Proposal => ({
      explanation: `The answer could not be used: ${reason}.`,
      patch: scene.brief.parent,
      origin,
      unusable: reason,
    });
    if (answer.kind === "unusable") return failed(answer.reason);
    const { files, units, format, brief } = scene;
    const edit = await readReply({
      reply: answer.text,
      files,
      isProtected: brief.isProtected,
      trees: this.#options.trees,
      units,
      format,
      newFolders: brief.task === undefined ? "no" : "yes",
    });
    if (edit.kind === "unusable") return failed(edit.reason);
    const patch = extendedByFiles({ files, parent }, edit.texts);
    if (patch === undefined) return failed(changesNothing);
    const explanation = explanationIn(readFences(withoutSearchBlocks(answer.text)).prose) ?? `Rewritten: ${changedLines(patch, brief.files)}.`;
    return {
      explanation,
      patch,
      origin: {
        ...origin,
        ...siteOf(
          units,
          edit.texts.map(({ path }) => path),
        ),
      },
    };
  }
}

const hot = 1;

function leading(units: readonly Unit[], { passedOver }: Work): Unit[] {
  return units.toSorted((one, other) => Number(passedOver.has(unitKey(one))) - Number(passedOver.has(unitKey(other))));
}

/** Whether another function comes first from now on. */
function passesOver(work: Work): "yes" | "no" {
  const [first, second] = leading(work.units, work);
  if (first === undefined || second?.kind !== "function" || work.passedOver.has(unitKey(second))) return "no";
  work.passedOver.add(unitKey(first));
  return "yes";
}

function unitKey(unit: Unit): string {
  return `${unit.file}\n${unitName(unit)}`;
}

function isUnchanged(made: Made): boolean {
  return made.kind === "proposal" && made.proposal.unusable === changesNothing;
}

function isRepeated({ patch, unusable }: Proposal, { history, brief }: Work): boolean {
  if (unusable !== undefined) return unusable === changesNothing;
  const key = patchKey(patch);
  return key === patchKey(brief.parent) || history.tried.some(({ proposal }) => proposal.unusable === undefined && patchKey(proposal.patch) === key);
}

function unusableReason(tried: TriedCandidate | undefined): string | undefined {
  return tried?.proposal.unusable ?? (tried?.verdict.kind === "unusable" ? tried.verdict.reason : undefined);
}

function stillRed({ verdict }: TriedCandidate): CaseId | undefined {
  if (verdict.kind === "still-failing") return verdict.caseId;
  return verdict.kind === "mends-some" ? verdict.stillFailing[0] : undefined;
}

/** The failing case as the candidate left it; none where the verdict tells no stack. */
function failuresAfter({ failures }: Brief, { verdict }: TriedCandidate): CaseResult[] {
  if (verdict.kind !== "still-failing" || verdict.frames === undefined) return [];
  const { caseId, message, frames } = verdict;
  return failures.flatMap((red) => (red.id === caseId && red.failure !== undefined ? [{ ...red, failure: { ...red.failure, message, frames } }] : []));
}

/** Another for each call, the same in each run of the same seed; 31 bits, as endpoints take them. */
function seedOf(seed: number, call: number): number {
  return (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(call, 0xc2b2ae35)) & 0x7fffffff;
}

function siteOf(units: readonly Unit[], paths: readonly string[]): Pick<Proposal["origin"], "site"> {
  const unit = units.find(({ file }) => paths.includes(file));
  if (unit === undefined) return {};
  const line = unit.kind === "function" ? unit.definition.node.startRow + 1 : 1;
  return { site: { file: unit.file, line, function: unit.kind === "function" ? unitName(unit) : "<module>" } };
}
