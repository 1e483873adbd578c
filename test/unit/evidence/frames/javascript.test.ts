import { describe, expect, it } from "vitest";
import { importingPlace, javascriptFrames } from "../../../../src/evidence/frames/javascript.js";
import { fileViewOf } from "../../../support/javascript-project.js";

const CONTEXT = { root: "/srv/app", files: undefined };

describe("frames of a JavaScript stack", () => {
  it.each([
    ["    at load (/srv/app/src/a.js:3:9)", { file: "src/a.js", line: 3, function: "load" }],
    ["    at file:///srv/app/src/my%20file.mjs:3:9", { file: "src/my file.mjs", line: 3 }],
    ["    at async Store.get (/srv/app/src/a b.ts:12:1)", { file: "src/a b.ts", line: 12, function: "Store.get" }],
    ["    at new Parser (src/parser.js:7:2)", { file: "src/parser.js", line: 7, function: "Parser" }],
    ["    at Object.<anonymous> (test/a.test.js:2:11)", { file: "test/a.test.js", line: 2 }],
    ["    at Object.toBe [as want] (test/a.test.js:2:11)", { file: "test/a.test.js", line: 2, function: "toBe" }],
    [" ❯ Queue.flush src/queue.ts:5:33", { file: "src/queue.ts", line: 5, function: "Queue.flush" }],
    [" ❯ test/queue.test.ts:8:13", { file: "test/queue.test.ts", line: 8 }],
  ])("are read: %s", (line, frame) => {
    expect(javascriptFrames(line, CONTEXT)).toEqual([frame]);
  });

  it.each([
    "    at node:internal/modules/run_main:107:5",
    "    at Module._compile (node:internal/modules/cjs/loader:1929:14)",
    "    at run (/srv/app/node_modules/x/index.js:1:1)",
    "    at Array.map (<anonymous>)",
    "    at async Promise.all (index 0)",
    "    at eval (eval at run (/srv/app/src/a.js:1:1), <anonymous>:1:1)",
    "    at other (/usr/lib/x.js:1:1)",
    "SyntaxError: /srv/app/src/a.js: Unexpected token (2:0)",
  ])("of others are left out: %s", (line) => {
    expect(javascriptFrames(line, CONTEXT)).toEqual([]);
  });
});

describe("the place of an import that found nothing", () => {
  const files = fileViewOf(new Map([["src/a.js", 'import x from "./b.js";\nimport y from "./gone.js";\n']]));

  it("is the line that asks for the module", () => {
    const message = "Cannot find module '/srv/app/src/gone.js' imported from /srv/app/src/a.js";
    expect(importingPlace(message, { root: "/srv/app", files })).toEqual({ file: "src/a.js", line: 2 });
  });

  it("is unknown for other messages", () => {
    expect(importingPlace("x is not a function", { root: "/srv/app", files })).toBeUndefined();
  });
});
