import { describe, expect, it } from "vitest";
import { editDistance, nearest } from "../../../../../src/agents/coder/operators/nearest.js";

describe("editDistance", () => {
  it.each([
    ["same", "same", 0],
    ["form", "from", 1],
    ["total", "totals", 1],
    ["total", "topal", 1],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
  ])("%s to %s is %i", (one, two, distance) => {
    expect(editDistance(one, two)).toBe(distance);
  });
});

describe("nearest", () => {
  it("takes another spelling of the same letters before a changed letter", () => {
    expect(nearest("userName", ["userNames", "user_name"])).toEqual(["user_name", "userNames"]);
  });

  it("does not take short words for each other", () => {
    expect(nearest("ab", ["xy", "abcd"])).toEqual([]);
  });

  it("never gives the word itself", () => {
    expect(nearest("total", ["total"])).toEqual([]);
  });
});
