import { describe, expect, it } from "vitest";
import { boxEnvironment } from "../../../../src/adapters/sandbox/environment.js";

describe("the environment of a box", () => {
  it("holds the listed names and nothing of Heal's own", () => {
    const environment = boxEnvironment({ path: ["/a", "/b"], home: "/heal/home", tools: { PYENV_ROOT: "/x" }, extra: {} });
    expect(Object.keys(environment).sort()).toEqual([
      "CI",
      "HOME",
      "LANG",
      "LOGNAME",
      "NO_COLOR",
      "PATH",
      "PYENV_ROOT",
      "SHELL",
      "TERM",
      "TMPDIR",
      "TZ",
      "USER",
    ]);
    expect(environment).toMatchObject({ PATH: "/a:/b", HOME: "/heal/home", CI: "1", TERM: "dumb" });
  });

  it("lets the command's own names win", () => {
    expect(boxEnvironment({ path: [], home: "/h", tools: {}, extra: { CI: "", NODE_OPTIONS: "--x" } })).toMatchObject({ CI: "", NODE_OPTIONS: "--x" });
  });
});
