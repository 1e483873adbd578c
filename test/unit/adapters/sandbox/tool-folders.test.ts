import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findToolFolders, type ToolFolders } from "../../../../src/adapters/sandbox/tool-folders.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "heal-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function make(...folders: string[]): void {
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
}

function find(path: readonly string[], more: Record<string, string> = {}): Promise<ToolFolders> {
  const entries = path.map((entry) => (entry.startsWith("/") ? entry : join(home, entry)));
  return findToolFolders({ hostEnvironment: { PATH: entries.join(":"), HOME: home, ...more }, root: join(home, "project"), boxHome: "/heal/home" });
}

function shown(tools: ToolFolders): string[] {
  return tools.binds.map((bind) => (bind.from.startsWith(home) ? bind.from.slice(home.length + 1) : bind.from));
}

describe("tool folders", () => {
  it("shows pyenv whole, once, for its shims and programs", async () => {
    make(".pyenv/shims", ".pyenv/bin", ".pyenv/versions/3.12.1/bin");
    const tools = await find([".pyenv/shims", ".pyenv/bin", "/usr/bin"]);
    expect(shown(tools)).toEqual([".pyenv"]);
    expect(tools.path).toEqual([join(home, ".pyenv/shims"), join(home, ".pyenv/bin"), "/usr/bin"]);
    expect(tools.environment).toMatchObject({ PYENV_ROOT: join(home, ".pyenv") });
  });

  it("shows rustup's proxies and toolchains, and of cargo's home only packages", async () => {
    make(".cargo/bin", ".cargo/registry", ".rustup/toolchains");
    writeFileSync(join(home, ".cargo/credentials.toml"), "token");
    const tools = await find([".cargo/bin"]);
    expect(shown(tools).sort()).toEqual([".cargo/bin", ".cargo/registry", ".rustup"]);
    expect(tools.binds).toContainEqual({ from: join(home, ".cargo/registry"), at: "/heal/home/.cargo/registry" });
    expect(tools.environment).toMatchObject({ RUSTUP_HOME: join(home, ".rustup"), CARGO_NET_OFFLINE: "true" });
  });

  it("shows nvm's versions without the settings beside them", async () => {
    make(".nvm/versions/node/v22.1.0/bin", ".nvm/alias");
    writeFileSync(join(home, ".nvm/.npmrc"), "token");
    const tools = await find([".nvm/versions/node/v22.1.0/bin"]);
    expect(shown(tools)).toEqual([".nvm/alias", ".nvm/versions"]);
    expect(tools.environment).toMatchObject({ NVM_DIR: join(home, ".nvm") });
  });

  it.each([
    ["volta", ".volta/bin", [".volta/bin"]],
    ["asdf", ".asdf/shims", [".asdf/shims"]],
    ["mise", ".local/share/mise/shims", [".local/share/mise/shims"]],
    ["sdkman", ".sdkman/candidates/java/current/bin", [".sdkman/candidates"]],
    ["rbenv", ".rbenv/shims", [".rbenv"]],
    ["uv", ".local/share/uv/python/cpython-3.13/bin", [".local/share/uv/python"]],
    ["the hosted tool cache", "hostedtoolcache/node/22.0.0/x64/bin", ["hostedtoolcache"]],
    ["programs of go install", "go/bin", ["go/bin"]],
  ])("knows %s", async (_, entry, folders) => {
    make(entry);
    expect(shown(await find([entry]))).toEqual(folders);
  });

  it("leaves out and names an entry of a home that nothing is known about", async () => {
    make("scripts", ".ssh");
    const tools = await find(["scripts", ".ssh", ""]);
    expect(tools).toMatchObject({ binds: [], path: [], leftOut: [join(home, "scripts"), join(home, ".ssh"), home] });
  });

  it("never shows a home whole, whatever its name", async () => {
    const odd = join(home, "pnpm");
    mkdirSync(odd);
    const tools = await findToolFolders({ hostEnvironment: { PATH: odd, HOME: odd }, root: "/project", boxHome: "/heal/home" });
    expect(tools).toMatchObject({ binds: [], leftOut: [odd] });
  });

  it("leaves out the runner's own folder, which holds its credentials", async () => {
    make("hostedtoolcache/agent/bin");
    writeFileSync(join(home, "hostedtoolcache/.credentials"), "{}");
    const tools = await find(["hostedtoolcache/agent/bin"]);
    expect(tools).toMatchObject({ binds: [], leftOut: [join(home, "hostedtoolcache/agent/bin")] });
  });

  it("ignores entries that are relative, missing or inside the tree's own sight", async () => {
    make("project/node_modules/.bin");
    const tools = await findToolFolders({
      hostEnvironment: { PATH: `.:bin::/no/such/folder:${join(home, "project/node_modules/.bin")}`, HOME: home },
      root: join(home, "project"),
      boxHome: "/heal/home",
    });
    expect(tools).toMatchObject({ binds: [], path: [join(home, "project/node_modules/.bin")], leftOut: [] });
  });

  it("shows the interpreter that a virtual environment of the tree runs on", async () => {
    make("project/.venv/bin", ".local/share/uv/python/cpython-3.13/bin");
    writeFileSync(join(home, "project/.venv/pyvenv.cfg"), `home = ${join(home, ".local/share/uv/python/cpython-3.13/bin")}\n`);
    expect(shown(await find(["/usr/bin"]))).toEqual([".local/share/uv/python"]);
  });

  it("shows an active virtual environment outside the tree together with its interpreter", async () => {
    make("venvs/app/bin", ".pyenv/versions/3.12.1/bin");
    writeFileSync(join(home, "venvs/app/pyvenv.cfg"), `home = ${join(home, ".pyenv/versions/3.12.1/bin")}\n`);
    const tools = await find(["venvs/app/bin"]);
    expect(shown(tools)).toEqual([".pyenv", "venvs/app"]);
    expect(tools.environment).toMatchObject({ VIRTUAL_ENV: join(home, "venvs/app") });
  });

  it("shows the real place of a manager that is only linked into the home", async () => {
    make("elsewhere/shims");
    symlinkSync(join(home, "elsewhere"), join(home, ".pyenv"));
    expect(shown(await find([".pyenv/shims"])).sort()).toEqual([".pyenv", "elsewhere"]);
  });
});
