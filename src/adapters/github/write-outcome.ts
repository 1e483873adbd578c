import { HostError } from "../../domain/errors.js";
import type { WriteOutcome } from "../../ports/repository.js";
import type { GithubClient } from "./client.js";
import { answerText, type FailedRequest, isConflict, isRateLimit, remedyFor } from "./refusals.js";

export type Refusal = Exclude<WriteOutcome<never>, { kind: "done" }>;

/** A read that a rate limit ended: the permissions are not what is missing. */
export class RateLimited extends HostError {}

interface RequestErrorShape {
  readonly status: number;
  readonly message: string;
  readonly response?: {
    readonly headers?: Readonly<Record<string, unknown>>;
    readonly data?: { readonly message?: unknown; readonly errors?: unknown };
  };
}

/** Rethrows what is no answer of the host: a bug of ours must not look like a refusal. */
export function failedRequest(client: GithubClient, error: unknown): FailedRequest {
  if (!isRequestError(error)) throw error;
  const said = error.response?.data?.message;
  const message = typeof said === "string" ? [said, ...detailsOf(error.response?.data?.errors)].join(": ") : "no usable reply";
  const wait = secondsToWait(error.response?.headers ?? {});
  return {
    status: error.response === undefined ? 0 : error.status,
    message: message.replaceAll(client.secret, "***").replace(/\s+/g, " ").trim().slice(0, 500),
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
  };
}

function isRequestError(error: unknown): error is RequestErrorShape {
  return error instanceof Error && error.name === "HttpError" && typeof (error as unknown as RequestErrorShape).status === "number";
}

/** Of a limit that has to do with one minute (`retry-after`) or with the hour (`x-ratelimit-*`). */
function secondsToWait(headers: Readonly<Record<string, unknown>>): number | undefined {
  const after = Number(headers["retry-after"] ?? Number.NaN);
  if (after > 0) return Math.ceil(after);
  if (headers["x-ratelimit-remaining"] !== "0") return undefined;
  const left = Math.ceil(Number(headers["x-ratelimit-reset"] ?? Number.NaN) - Date.now() / 1000);
  return Number.isFinite(left) ? Math.max(1, left) : undefined;
}

function detailsOf(errors: unknown): string[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((entry: unknown) => {
    if (typeof entry === "string") return entry;
    const { message, field, code } = entry as { message?: string; field?: string; code?: string };
    return message ?? [field, code].filter(Boolean).join(" ");
  });
}

/** True when the request may have been carried out although no good reply came. */
export function mayHaveHappened(failed: FailedRequest): boolean {
  return failed.status === 0 || failed.status >= 500;
}

export function refusalOf(failed: FailedRequest, what: string): Refusal {
  const said = `${what}: ${answerText(failed)}.`;
  if (isRateLimit(failed)) return { kind: "unavailable", reason: said };
  if (isConflict(failed)) return { kind: "conflict", reason: said };
  if ([401, 403, 404, 422].includes(failed.status)) return { kind: "forbidden", reason: `${said} ${remedyFor(failed, what)}`.trimEnd() };
  return { kind: "unavailable", reason: said };
}

/** For reads, of which a failure ends what was being done. */
export async function reading<T>(client: GithubClient, what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const failed = failedRequest(client, error);
    const reason = `${what} failed: ${answerText(failed)}`;
    throw isRateLimit(failed) ? new RateLimited(reason) : new HostError(reason);
  }
}
