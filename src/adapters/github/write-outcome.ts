import type { WriteOutcome } from "../../ports/repository.js";
import type { GithubClient } from "./client.js";

export type Refusal = Exclude<WriteOutcome<never>, { kind: "done" }>;

/** What the host said when a request did not succeed; status 0 and 5xx mean that it may have happened all the same. */
export interface FailedRequest {
  readonly status: number;
  /** The host's own words without any secret; never a header or a request body. */
  readonly message: string;
}

interface RequestErrorShape {
  readonly status: number;
  readonly message: string;
  readonly response?: { readonly data?: { readonly message?: unknown; readonly errors?: unknown } };
}

/** Rethrows what is no answer of the host: a bug of ours must not look like a refusal. */
export function failedRequest(client: GithubClient, error: unknown): FailedRequest {
  if (!isRequestError(error)) throw error;
  const said = error.response?.data?.message;
  const message = typeof said === "string" ? [said, ...detailsOf(error.response?.data?.errors)].join(": ") : "no usable reply";
  return { status: error.response === undefined ? 0 : error.status, message: message.replaceAll(client.secret, "***").slice(0, 500) };
}

function isRequestError(error: unknown): error is RequestErrorShape {
  return error instanceof Error && error.name === "HttpError" && typeof (error as unknown as RequestErrorShape).status === "number";
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
  const said = failed.status === 0 ? "the connection broke" : `${failed.status} ${failed.message}`;
  if (isRateLimit(failed)) return { kind: "unavailable", reason: `${what}: ${said}. Run the job again later.` };
  if ([401, 403, 404].includes(failed.status)) return { kind: "forbidden", reason: `${what}: ${said}. ${remedyFor(failed, what)}` };
  if ([409, 422].includes(failed.status)) return { kind: "conflict", reason: `${what}: ${said}.` };
  return { kind: "unavailable", reason: `${what}: ${said}.` };
}

function isRateLimit(failed: FailedRequest): boolean {
  return failed.status === 429 || (failed.status === 403 && /rate limit/i.test(failed.message));
}

function remedyFor(failed: FailedRequest, what: string): string {
  if (/not permitted to create or approve pull requests/i.test(failed.message)) {
    return 'Switch on "Allow GitHub Actions to create and approve pull requests" under Settings > Actions > General > Workflow permissions (an organisation can lock it), or give another token as `github-token`.';
  }
  if (failed.status === 401) return "The token is not valid: check `github-token`.";
  const permission = what.includes("pull request") ? "pull-requests: write" : "contents: write";
  return `Give the job \`permissions: ${permission}\`, or another token as \`github-token\`.`;
}
