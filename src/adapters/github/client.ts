import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { Octokit } from "@octokit/rest";

export interface GithubAccess {
  readonly token: string;
  /** GITHUB_API_URL, e.g. "https://api.github.com" or "https://HOST/api/v3". */
  readonly apiUrl: string;
  /** GITHUB_SERVER_URL, for links people click. */
  readonly serverUrl: string;
  /** "owner/name". */
  readonly repository: string;
  readonly version: string;
  readonly pace?: Pace;
}

export interface Pace {
  /** Milliseconds a retry's seconds are multiplied by; the hosts ask for 1000. */
  readonly secondMs: number;
  /** False: writes are sent as they come. The hosts ask for one a second. */
  readonly spaceWrites: boolean;
}

export interface GithubClient {
  readonly octokit: Octokit;
  readonly place: { readonly owner: string; readonly repo: string };
  readonly serverUrl: string;
  readonly secondMs: number;
  /** The token, so that no text of ours carries it. */
  readonly secret: string;
}

const requestTimeoutMs = 30_000;
/** A rate limit that ends later than this is reported instead of waited for. */
const longestWaitSeconds = 90;
/** All waits of a run together: a job has an end. */
const mostWaitingSeconds = 240;

/** Answers that another try does not change. Rate limits are among them: the throttle alone decides whether they are waited for. */
const final = [400, 401, 403, 404, 410, 422, 429, 451];

const ThrottledOctokit = Octokit.plugin(throttling, retry);

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * A REST client that spaces its writes and waits out short rate limits. Reads and updates are repeated after a server error or a lost
 * reply; a POST never is, because it may have happened: its caller looks first (`lost-reply.ts`).
 */
export function githubClient(access: GithubAccess): GithubClient {
  const pace = access.pace ?? { secondMs: 1000, spaceWrites: true };
  const [owner = "", repo = ""] = access.repository.split("/");
  const waits = patience();
  const octokit = new ThrottledOctokit({
    auth: access.token,
    baseUrl: access.apiUrl.replace(/\/+$/, ""),
    userAgent: `heal/${access.version}`,
    log: silent,
    request: { fetch: fetchWithDeadline },
    retry: { retryAfterBaseValue: pace.secondMs, doNotRetry: final },
    throttle: {
      retryAfterBaseValue: pace.secondMs,
      onRateLimit: waits,
      onSecondaryRateLimit: waits,
      ...(pace.spaceWrites ? {} : { write: unspaced, notifications: unspaced }),
    },
  });
  octokit.hook.before("request", (options) => {
    if (options.method === "POST") options.request = { ...options.request, retries: 0 };
  });
  return { octokit, place: { owner, repo }, serverUrl: access.serverUrl.replace(/\/+$/, ""), secondMs: pace.secondMs, secret: access.token };
}

/** The throttle calls with the wait in seconds, then the request, the client and how often it was tried again already. */
function patience(): (retryAfterSeconds: number, ...others: readonly unknown[]) => boolean {
  let left = mostWaitingSeconds;
  return (retryAfterSeconds, ...[, , retries]) => {
    if (retryAfterSeconds > Math.min(longestWaitSeconds, left) || Number(retries) >= 2) return false;
    left -= retryAfterSeconds;
    return true;
  };
}

/** Stands in for the throttle's queue of writes, of whose class only this one call is used. */
const unspaced = { key: () => ({ schedule: (_options: unknown, task: () => Promise<void>) => task() }) } as never;

function fetchWithDeadline(url: string, init: RequestInit): Promise<Response> {
  const deadline = AbortSignal.timeout(requestTimeoutMs);
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, deadline]) : deadline });
}
