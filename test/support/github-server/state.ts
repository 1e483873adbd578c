import type { GitObjects } from "./git-objects.js";

export interface PullRecord {
  readonly number: number;
  readonly head: string;
  title: string;
  body: string | null;
  base: string;
  state: "open" | "closed";
  draft: boolean;
  labels: string[];
  readonly author: string;
  /** As GitHub names what the author is to the repository. */
  readonly association?: string;
  /** The fork the head lies in; absent = this repository. */
  readonly fork?: string;
  readonly createdAt: string;
  closedAt: string | null;
  mergedAt: string | null;
}

export interface CommentRecord {
  readonly id: number;
  readonly issue: number;
  readonly body: string;
  readonly author: string;
}

/** What a token may do, as `permissions:` of a job would say. */
export interface TokenRights {
  readonly login: string;
  readonly contents: "read" | "write";
  readonly pullRequests: "none" | "read" | "write";
}

export interface RepositoryState {
  readonly url: string;
  readonly owner: string;
  readonly name: string;
  readonly fullName: string;
  readonly defaultBranch: string;
  readonly createdAt: string;
  readonly objects: GitObjects;
  readonly pulls: PullRecord[];
  readonly comments: CommentRecord[];
  readonly tokens: Map<string, TokenRights>;
  readonly jobs: { id: number; name: string; steps: { name: string; conclusion: string | null }[] }[];
  /** The repository setting "Allow GitHub Actions to create and approve pull requests". */
  actionsMayOpenPullRequests: boolean;
  /** What a hook of the host says to a branch before it is written; null = it may be. */
  preReceive: (branch: { readonly ref: string; readonly sha: string }) => Answer | null;
  /** What every request is answered while a rate limit holds. */
  spent: Answer | null;
  /** "owner/name" of before the repository was renamed. */
  formerName: string | null;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  /** Path parameters, decoded. */
  readonly at: Readonly<Record<string, string>>;
  readonly rights: TokenRights;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  /** As GitHub's description names it, e.g. "post /repos/{owner}/{repo}/pulls". */
  readonly operation: string;
  readonly needs: "read" | "contents:write" | "pulls:write";
  readonly handle: (state: RepositoryState, request: Request) => Answer;
}

const documentation = "https://docs.github.com/rest";

export function refusal(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: documentation, status: String(status) } };
}

export function invalid(resource: string, error: { code: string; field?: string; message?: string }): Answer {
  const body = { message: "Validation Failed", errors: [{ resource, ...error }], documentation_url: documentation, status: "422" };
  return { status: 422, body };
}

/** One page of a list, with GitHub's Link header. */
export function paged(request: Request, state: RepositoryState, entries: readonly unknown[]): Answer {
  const size = Math.min(100, Number(request.query.get("per_page") ?? "30"));
  const page = Number(request.query.get("page") ?? "1");
  const last = Math.max(1, Math.ceil(entries.length / size));
  const link = (to: number, name: string) => {
    const query = new URLSearchParams(request.query);
    query.set("page", String(to));
    return `<${state.url}${request.path}?${query}>; rel="${name}"`;
  };
  const links = [...(page < last ? [link(page + 1, "next"), link(last, "last")] : []), ...(page > 1 ? [link(page - 1, "prev"), link(1, "first")] : [])];
  return { status: 200, body: entries.slice((page - 1) * size, page * size), ...(links.length > 0 ? { headers: { Link: links.join(", ") } } : {}) };
}
