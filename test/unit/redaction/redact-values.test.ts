import { expect, it } from "vitest";
import { redactLeaves } from "../../../src/redaction/redact-values.js";

const redact = (text: string): string => text.replaceAll("check-ran", "***");

it("leaves the type of an event, and nothing of the same name inside it", () => {
  const event = { type: "check-ran", failures: [{ type: "check-ran", at: ["check-ran"], line: 3 }], note: "check-ran twice" };
  expect(redactLeaves(event, redact)).toEqual({ type: "check-ran", failures: [{ type: "***", at: ["***"], line: 3 }], note: "*** twice" });
});

it("leaves no type that is longer than a word of ours", () => {
  expect(redactLeaves({ type: "check-ran and more words than one" }, redact)).toEqual({ type: "*** and more words than one" });
});
