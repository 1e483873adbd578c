import { readNamedFile } from "../../adapters/bundle/named-file.js";
import { readJournal } from "../../adapters/bundle/read-bundle.js";
import { createModel, type ModelSource } from "../../adapters/models/create-model.js";
import { Ledger } from "../../adapters/models/ledger.js";
import type { ModelPlan } from "../../domain/model-plan.js";
import type { RunPlan } from "../../domain/run-plan.js";
import type { Redact } from "../../redaction/redactor.js";
import { eventsOf } from "../../render/journal-view.js";
import type { HealPorts } from "../../stages/run-context.js";

/** What the models of a run are reached with. The key goes to the transport and nowhere else. */
export interface ModelAccess {
  readonly key: string | null;
  readonly redact: Redact;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY of whoever started the run; never from the repository. */
  readonly proxy: Readonly<Record<string, string>>;
}

export type OpenModels = NonNullable<HealPorts["models"]>;

/** Reads what the models answer from; undefined = no model works in this run, and nothing is made. Throws SetupError. */
export async function modelsFor({ model, version }: RunPlan, access: ModelAccess): Promise<OpenModels | undefined> {
  if (model === null) return undefined;
  const sourceOf = (name: string): Promise<ModelSource> => source(name, { model, version, access });
  const coder = await sourceOf(model.name);
  const repair = model.repairName === null ? undefined : await sourceOf(model.repairName);
  return ({ budget, clock, record, trace }) => {
    const shared = {
      ledger: new Ledger({ budget, clock, record, trace }),
      timeLeft: () => budget.timeLeft(clock.now()),
      random: Math.random,
      redact: access.redact,
    };
    const first = createModel({ ...shared, source: coder, price: model.price });
    return { coder: first, repair: repair === undefined ? first : createModel({ ...shared, source: repair, price: model.repairPrice }) };
  };
}

interface Reaching {
  readonly model: ModelPlan;
  readonly version: string;
  readonly access: ModelAccess;
}

async function source(name: string, { model, version, access }: Reaching): Promise<ModelSource> {
  const [, kind, place = ""] = /^(scripted|replay):(.+)$/.exec(name) ?? [];
  if (kind === "scripted") return { kind, file: place, text: await scriptText(place) };
  if (kind === "replay") return { kind, name, calls: eventsOf(await readJournal(place), "model-called").map(({ call }) => call) };
  return { kind: "endpoint", model: name, baseUrl: model.baseUrl, apiKey: access.key, proxy: access.proxy, version };
}

const mostScriptBytes = 64 * 1024 * 1024;

async function scriptText(path: string): Promise<string> {
  const remedy = "Name a file of replies after `scripted:`.";
  const bytes = await readNamedFile({ path, title: `The scripted model's file ${path}`, mostBytes: mostScriptBytes, links: "followed", remedy });
  return bytes.toString("utf8");
}

const proxyName = /^(https?|no)_proxy$/i;

export function proxySettings(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => proxyName.test(name)));
}
