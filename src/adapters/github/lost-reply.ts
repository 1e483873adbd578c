import { setTimeout as sleep } from "node:timers/promises";
import type { WriteOutcome } from "../../ports/repository.js";
import type { GithubClient } from "./client.js";
import type { FailedRequest } from "./refusals.js";
import { failedRequest, mayHaveHappened, refusalOf } from "./write-outcome.js";

export interface CarefulWrite<T> {
  /** For the reason, e.g. "creating the branch heal/main/ab12". */
  readonly what: string;
  readonly send: () => Promise<T>;
  /** Looks whether the write is already there; undefined = it is not, and it may be sent (again). */
  readonly look: () => Promise<T | undefined>;
  /** True for refusals that mean "not yet" right after something was created. */
  readonly notYet?: (failed: FailedRequest) => boolean;
  /** True for refusals that mean "it is already there": then `look` decides. */
  readonly already?: (failed: FailedRequest) => boolean;
}

const tries = 4;

/** Sends a write that must not happen twice: after a lost reply it looks before it sends again; "not yet" is waited for, boundedly. */
export async function carefully<T>(client: GithubClient, write: CarefulWrite<T>): Promise<WriteOutcome<T>> {
  for (let round = 1; ; round++) {
    const failed = await failureOf(client, write.send);
    if ("value" in failed) return { kind: "done", value: failed.value };
    const lost = mayHaveHappened(failed);
    const there = lost || write.already?.(failed) === true ? await lookSafely(write) : undefined;
    if (there !== undefined) return { kind: "done", value: there };
    if (round === tries || !(lost || write.notYet?.(failed) === true)) return refusalOf(failed, write.what);
    await sleep(client.secondMs * 2 ** (round - 1));
  }
}

async function failureOf<T>(client: GithubClient, send: () => Promise<T>): Promise<FailedRequest | { readonly value: T }> {
  try {
    return { value: await send() };
  } catch (error) {
    return failedRequest(client, error);
  }
}

/** A look that fails says nothing. */
async function lookSafely<T>(write: CarefulWrite<T>): Promise<T | undefined> {
  try {
    return await write.look();
  } catch {
    return undefined;
  }
}
