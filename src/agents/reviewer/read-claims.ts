import { z } from "zod";
import type { Profile } from "../../domain/model-plan.js";
import { strictJsonOf } from "../../support/strict-json.js";

const claim = z.strictObject({
  severity: z.enum(["block", "advice"]),
  file: z.string().max(500).nullable(),
  line: z.number().int().positive().nullable(),
  claim: z.string().min(1).max(600),
  call: z.string().max(600).nullable().default(null),
});
const answer = z.strictObject({ findings: z.array(claim) });

export type RawClaim = z.infer<typeof claim>;

export type ClaimsRead = { readonly kind: "claims"; readonly claims: readonly RawClaim[] } | { readonly kind: "invalid"; readonly reason: string };

const mostClaims = 5;
const longestClaim = 300;

/** A Reviewer's answer: JSON of one form for large models, one line a fault for small ones. Whatever else it says, a verdict say, is not read. */
export function readClaims(text: string, profile: Profile): ClaimsRead {
  return profile === "small" ? readLines(text) : readJson(text);
}

function readJson(text: string): ClaimsRead {
  const read = strictJsonOf(text);
  if (read.kind === "invalid") return read;
  const parsed = answer.safeParse(read.value);
  if (!parsed.success) return { kind: "invalid", reason: parsed.error.issues[0]?.message ?? "another form" };
  return { kind: "claims", claims: parsed.data.findings.slice(0, mostClaims).map((one) => ({ ...one, claim: one.claim.slice(0, longestClaim) })) };
}

const line = /^\W*(block|advice)\W*\|\s*(?:[^|]*?(\d+))?[^|]*\|\s*([^|]{3,})(?:\|\s*(.*?))?\s*\|?\s*$/i;

function readLines(text: string): ClaimsRead {
  const claims = text.split("\n").flatMap((row) => {
    const match = line.exec(row.trim());
    return match === null ? [] : [rawClaim(match)];
  });
  if (claims.length === 0 && !/^\W*(?:ok|none|no (?:faults?|issues?|problems?))\b/i.test(text.trim()))
    return { kind: "invalid", reason: "it holds no line of the asked form" };
  return { kind: "claims", claims: claims.slice(0, mostClaims) };
}

function rawClaim([, severity = "", lineNumber, said = "", call]: RegExpExecArray): RawClaim {
  const tried = call?.replace(/^`|`$/g, "") ?? "";
  return {
    severity: severity.toLowerCase() === "block" ? "block" : "advice",
    file: null,
    line: lineNumber === undefined ? null : Number(lineNumber),
    claim: said.trim().slice(0, longestClaim),
    call: /\(/.test(tried) ? tried : null,
  };
}
