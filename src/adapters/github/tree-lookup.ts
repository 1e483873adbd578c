import type { GithubClient } from "./client.js";

export interface FoundFile {
  readonly sha: string;
  /** "100644", "100755" or "120000". */
  readonly mode: string;
}

/** Files of one commit, found folder by folder: a recursive listing is cut for large repositories. */
export class TreeLookup {
  readonly #client: GithubClient;
  readonly #root: Promise<string>;
  readonly #folders = new Map<string, Promise<Folder | null>>();

  constructor(client: GithubClient, commit: string) {
    this.#client = client;
    this.#root = client.octokit.rest.git.getCommit({ ...client.place, commit_sha: commit }).then((reply) => reply.data.tree.sha);
    this.#root.catch(() => undefined);
  }

  rootTree(): Promise<string> {
    return this.#root;
  }

  /** Null when there is no regular file or link at the path. */
  async find(path: string): Promise<FoundFile | null> {
    const cut = path.lastIndexOf("/");
    const folder = await this.#folder(cut < 0 ? "" : path.slice(0, cut));
    const entry = folder?.get(path.slice(cut + 1));
    return entry?.type === "blob" ? { sha: entry.sha, mode: entry.mode } : null;
  }

  #folder(path: string): Promise<Folder | null> {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const read = this.#read(path);
    this.#folders.set(path, read);
    return read;
  }

  async #read(path: string): Promise<Folder | null> {
    if (path === "") return this.#list(await this.#root);
    const cut = path.lastIndexOf("/");
    const parent = await this.#folder(cut < 0 ? "" : path.slice(0, cut));
    const entry = parent?.get(path.slice(cut + 1));
    return entry?.type === "tree" ? this.#list(entry.sha) : null;
  }

  async #list(tree: string): Promise<Folder> {
    const reply = await this.#client.octokit.rest.git.getTree({ ...this.#client.place, tree_sha: tree });
    return new Map(reply.data.tree.map((entry) => [entry.path, { type: entry.type, sha: entry.sha, mode: entry.mode }]));
  }
}

type Folder = ReadonlyMap<string, { readonly type: string; readonly sha: string; readonly mode: string }>;
