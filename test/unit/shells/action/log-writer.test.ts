import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../../../src/redaction/redactor.js";
import { harmlessLines, logWriter } from "../../../../src/shells/action/log-writer.js";

/** What the runner takes for a command: it reads lines, then looks for `::name` after white space at the start, or for `##[name]` anywhere. */
function commandsSeen(output: string): string[] {
  return output.split(/\r\n|\r|\n/).filter(
    (line) =>
      line.trimStart().startsWith("::") ||
      line
        .replace(/^\uFEFF/, "")
        .trimStart()
        .startsWith("::") ||
      line.includes("##["),
  );
}

function written(text: string, secrets: readonly string[] = []): string {
  const redact = secrets.length === 0 ? (plain: string) => plain : createRedactor({ knownValues: secrets });
  let output = "";
  logWriter({ write: (chunk) => (output += chunk) }, redact).write(text);
  return output;
}

const pieces = fc.constantFrom(
  "::",
  ":",
  "##[",
  "#",
  "##",
  "[",
  "]",
  "add-mask",
  "stop-commands",
  "error file=a",
  "set-output name=x",
  "\r",
  "\n",
  "\r\n",
  "\u2028",
  "\u0085",
  "\uFEFF",
  "\u200b",
  "\u001b[31m",
  "\u001b[0m",
  "\u001b]0;",
  "\u0007",
  "\u001b",
  " ",
  "\t",
  "\u00a0",
  "\u3000",
  "\ud83d",
  "\0",
  "\b",
  "x",
);

describe("text of the box in the runner's log", () => {
  it("never forms a command, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 30 }), (parts) => {
        expect(commandsSeen(written(parts.join("")))).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ["::add-mask::e", "| ::add-mask::e"],
    [" \t::error file=a.js::x", "| ::error file=a.js::x"],
    ["\uFEFF::stop-commands::t", "| ::stop-commands::t"],
    ["\u001b[32m::save-state name=a::b\u001b[0m", "| ::save-state name=a::b"],
    ["before ##[set-env name=A]b", "before # #[set-env name=A]b"],
    ["####[group]", "### #[group]"],
    ["#\u001b[1m#[error]", "# #[error]"],
    ["a::b and c # d [e]", "a::b and c # d [e]"],
  ])("%j becomes %j", (text, line) => {
    expect(harmlessLines(text)).toEqual([line]);
  });

  it("is cut into the lines any reader would see", () => {
    expect(harmlessLines("a\r::b\u2028::c\u0085::d\r\n::e")).toEqual(["a", "| ::b", "| ::c", "| ::d", "| ::e"]);
  });

  it("is cut where a line is too long, without half a character", () => {
    const [line = ""] = harmlessLines(`${"x".repeat(3999)}\u{1F600}tail`);
    expect(line).toHaveLength(4001);
    expect(line.isWellFormed()).toBe(true);
  });

  it("shows no secret", () => {
    expect(written("token=ghs_0123456789abcdef!", ["ghs_0123456789abcdef"])).not.toContain("0123456789abcdef");
  });
});
