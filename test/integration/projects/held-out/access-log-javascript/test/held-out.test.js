import assert from "node:assert/strict";
import { test } from "node:test";
import { readLog } from "../src/access-log.js";
import { LogFormatError, parseLine } from "../src/log-line.js";

test("every column may be padded", () => {
  assert.deepEqual(parseLine("2026-04-09T23:59:59Z    OPTIONS  /            204       0.25s"), {
    time: "2026-04-09T23:59:59Z",
    method: "OPTIONS",
    path: "/",
    status: 204,
    milliseconds: 250,
  });
});

test("a log of nothing but empty lines holds no request", () => {
  assert.deepEqual(readLog("\n\n  \n"), []);
});

test("a torn line is still refused", () => {
  assert.throws(() => readLog("2026-04-09T23:59:59Z  GET  /\n"), LogFormatError);
});
