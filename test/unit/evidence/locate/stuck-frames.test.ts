import { describe, expect, it } from "vitest";
import type { Frame } from "../../../../src/domain/failure.js";
import { stuckFrames } from "../../../../src/evidence/locate/stuck-frames.js";

/** "name:line" of functions of one file. */
const stack = (...places: readonly string[]): Frame[] =>
  places.map((place) => {
    const [name = "", line] = place.split(":");
    return { file: "a.py", line: Number(line), function: name };
  });

const told = (frames: readonly Frame[]): string[] => frames.map(({ function: name, line }) => `${name}:${line}`);

describe("stuckFrames", () => {
  it("begin with the innermost function that is on every stack, at the lines it was seen at most, then what it calls, then its callers", () => {
    const stacks = [
      stack("helper:3", "round:12", "main:20"),
      stack("round:11", "main:20"),
      stack("round:12", "main:20"),
      stack("helper:4", "round:12", "main:20"),
      stack("helper:3", "round:12", "main:20"),
    ];
    expect(told(stuckFrames(stacks))).toEqual(["round:12", "round:11", "helper:3", "helper:4", "main:20"]);
  });

  it("name a function that calls itself once for each line", () => {
    const stacks = [stack("fib:5", "fib:5", "fib:6", "main:9"), stack("fib:6", "fib:5", "main:9")];
    expect(told(stuckFrames(stacks))).toEqual(["fib:5", "fib:6", "main:9"]);
  });

  it("are none where no stack holds code of the project", () => {
    expect(stuckFrames([])).toEqual([]);
    expect(stuckFrames([[], []])).toEqual([]);
  });
});
