import { base64Alignments } from "./spellings.js";

/** Shapes that the rule collection does not know or anchors at a word's edge, where escapes of a log may stand. All linear in the text. */
export const tokenPatterns: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  // Behind two letters it is the end of a word: `highs_by_station_and_month`.
  { what: "GitHub token", pattern: /(?<![A-Za-z]{2})gh[opsru]_(?=[A-Za-z._-]{0,60}[0-9])[A-Za-z0-9][A-Za-z0-9._-]{19,}/g },
  { what: "GitHub token", pattern: /github_pat_[A-Za-z0-9_]{20,}/g },
  // The collection takes an access key's id for harmless; with it a reader knows whose secret to look for.
  { what: "AWS access key", pattern: /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z2-7]{16}(?![A-Za-z0-9])/g },
  { what: "JSON Web Token", pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
  { what: "authorization header", pattern: /(?<=authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)\s{1,3})[A-Za-z0-9._~+/=-]{8,}/gi },
  {
    what: "private key",
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\]{0,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
  },
  // Cut before its end: as many full rows as follow.
  { what: "private key", pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[nr]){1,4}[A-Za-z0-9+/=]{16,200}){0,400}/g },
];

/** Tokens of a fixed length, found in spite of line ends, quotes and joining signs between their parts: what follows them stays readable. Words alone are none. */
export const splitTokenPatterns: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "GitHub token", pattern: /gh[opsru]_(?=[A-Za-z]{0,35}[0-9])[A-Za-z0-9]{36}/g },
  { what: "GitHub token", pattern: /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/g },
  { what: "AWS access key", pattern: /(?<![A-Z0-9])A(?:KIA|SIA)(?=[A-Z]{0,15}[2-7])[A-Z2-7]{16}/g },
];

const prefixes: readonly { readonly what: string; readonly prefix: string }[] = [
  ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"].map((prefix) => ({ what: "GitHub token", prefix })),
  { what: "AWS access key", prefix: "AKIA" },
  ...["xoxb-", "xoxp-"].map((prefix) => ({ what: "Slack token", prefix })),
  { what: "npm token", prefix: "npm_" },
  ...["RSA ", "EC ", "OPENSSH ", ""].map((kind) => ({ what: "private key", prefix: `-----BEGIN ${kind}PRIVATE KEY` })),
];

/** The same tokens printed as base64 or hexadecimal: known by how their beginning comes out at each of the three places it may have in a group. */
export const encodedTokenPatterns = prefixes.flatMap(({ what, prefix }) => [
  ...base64Alignments(Buffer.from(prefix)).map((start) => ({ what, pattern: new RegExp(`${start.replaceAll("+", "[+-]")}[A-Za-z0-9+/_-]{16,}={0,2}`, "g") })),
  { what, pattern: new RegExp(`(?:${Buffer.from(prefix).toString("hex")})[0-9a-f]{32,}`, "gi") },
]);
