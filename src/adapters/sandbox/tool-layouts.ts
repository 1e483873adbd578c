import { dirname, join } from "node:path";

export interface LayoutMatch {
  /** Folders on the host that the tool needs whole; never a home, never one that keeps a credential. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One row of the table: how a tool manager lays out its folders, told from a PATH entry. */
export interface ToolLayout {
  readonly name: string;
  match(entry: string, environment: Environment): LayoutMatch | null;
}

/** A manager that keeps everything under one folder, known by a marker in the path of its programs. */
interface RootRow {
  readonly name: string;
  /** Its first group is the manager's root. */
  readonly pattern: RegExp;
  readonly variable?: string;
  /** Only these parts of the root are shown; all of it when absent. */
  readonly parts?: readonly string[];
}

const rootRows: readonly RootRow[] = [
  { name: "pyenv", pattern: /^(.+\/(?:\.pyenv|pyenv))\/(?:shims|bin|versions|plugins)(?:\/|$)/, variable: "PYENV_ROOT" },
  { name: "rbenv", pattern: /^(.+\/(?:\.rbenv|rbenv))\/(?:shims|bin|versions|plugins)(?:\/|$)/, variable: "RBENV_ROOT" },
  { name: "nvm", pattern: /^(.+\/(?:\.nvm|nvm))\/(?:versions|v\d)/, variable: "NVM_DIR", parts: ["versions", "alias", "nvm.sh"] },
  { name: "fnm", pattern: /^(.+\/(?:\.fnm|fnm))\/node-versions(?:\/|$)/, parts: ["node-versions", "aliases"] },
  { name: "volta", pattern: /^(.+\/\.volta)\/(?:bin|tools)(?:\/|$)/, variable: "VOLTA_HOME", parts: ["bin", "tools"] },
  {
    name: "asdf",
    pattern: /^(.+\/\.asdf)\/(?:shims|bin|installs)(?:\/|$)/,
    variable: "ASDF_DATA_DIR",
    parts: ["shims", "bin", "installs", "plugins", "lib", "libexec"],
  },
  { name: "mise", pattern: /^(.+\/mise)\/(?:shims|installs)(?:\/|$)/, variable: "MISE_DATA_DIR", parts: ["shims", "installs", "plugins"] },
  { name: "sdkman", pattern: /^(.+\/\.sdkman)\/candidates(?:\/|$)/, variable: "SDKMAN_DIR", parts: ["candidates"] },
  { name: "uv", pattern: /^(.+\/uv)\/(?:python|tools)(?:\/|$)/, parts: ["python", "tools"] },
  { name: "deno", pattern: /^(.+\/\.deno)\/bin$/, parts: ["bin"] },
  { name: "bun", pattern: /^(.+\/\.bun)\/bin$/, parts: ["bin"] },
  { name: "hosted tool cache", pattern: /^(.+\/(?:hostedtoolcache|_tool))\/.+/ },
  { name: "pnpm", pattern: /^(.+\/pnpm)$/, variable: "PNPM_HOME" },
];

function rootLayout(row: RootRow): ToolLayout {
  return {
    name: row.name,
    match(entry) {
      const root = row.pattern.exec(entry)?.[1];
      if (root === undefined) return null;
      return {
        folders: row.parts === undefined ? [root] : row.parts.map((part) => join(root, part)),
        environment: row.variable === undefined ? {} : { [row.variable]: root },
      };
    },
  };
}

/** `~/.cargo/bin` holds rustup's proxies, the toolchains lie in another folder; `~/.cargo` itself may hold a registry token. */
const rustup: ToolLayout = {
  name: "rustup",
  match(entry, environment) {
    const cargo = /^(.+\/(?:\.cargo|cargo))\/bin$/.exec(entry)?.[1] ?? (entry === join(environment.CARGO_HOME ?? "/nowhere", "bin") ? dirname(entry) : null);
    if (cargo === null) return null;
    const rustupHome = environment.RUSTUP_HOME ?? join(dirname(cargo), cargo.endsWith("/.cargo") ? ".rustup" : "rustup");
    return { folders: [entry, rustupHome], environment: { RUSTUP_HOME: rustupHome } };
  },
};

/** A Go installation is a folder with `bin`, `pkg`, `src`; `go install` puts programs into `~/go/bin`. */
const go: ToolLayout = {
  name: "go",
  match(entry, environment) {
    const goRoot = environment.GOROOT;
    if (goRoot !== undefined && entry === join(goRoot, "bin")) return { folders: [goRoot], environment: {} };
    if (/\/go\/bin$/.test(entry) || entry === join(environment.GOPATH ?? "/nowhere", "bin")) return { folders: [entry], environment: {} };
    const sdk = /^(.+\/(?:sdk\/go[\d.]+|go\d[\d.]*))\/bin$/.exec(entry)?.[1];
    return sdk === undefined ? null : { folders: [sdk], environment: {} };
  },
};

/** Software put below /opt, /snap or /nix by an administrator is the machine's, not a person's. */
const machineWide: ToolLayout = {
  name: "machine-wide",
  match(entry) {
    const root = /^(\/(?:opt|snap)\/[^/]+|\/nix\/store)/.exec(entry)?.[1];
    return root === undefined ? null : { folders: [root], environment: {} };
  },
};

/** `~/.local/bin` holds programs and links of pipx, uv and pip; only the programs and the environments they link into. */
const localBin: ToolLayout = {
  name: "local programs",
  match(entry) {
    const local = /^(.+\/\.local)\/bin$/.exec(entry)?.[1];
    if (local === undefined) return null;
    return {
      folders: [
        entry,
        join(local, "lib"),
        join(local, "pipx/venvs"),
        join(local, "share/pipx/venvs"),
        join(local, "share/uv/tools"),
        join(local, "share/uv/python"),
      ],
      environment: {},
    };
  },
};

/** First match wins. */
export const toolLayouts: readonly ToolLayout[] = [...rootRows.map(rootLayout), rustup, go, localBin, machineWide];
