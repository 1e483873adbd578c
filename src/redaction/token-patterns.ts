/** Shapes that the rule collection does not know or anchors at a word's edge, where escapes of a log may stand. All linear in the text. */
export const tokenPatterns: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "GitHub token", pattern: /gh[opsru]_[A-Za-z0-9][A-Za-z0-9._-]{19,}/g },
  { what: "GitHub token", pattern: /github_pat_[A-Za-z0-9_]{20,}/g },
  { what: "JSON Web Token", pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
  { what: "authorization header", pattern: /(?<=authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)\s{1,3})[A-Za-z0-9._~+/=-]{8,}/gi },
  {
    what: "private key",
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\]{0,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
  },
  // Cut before its end: as many full rows as follow.
  { what: "private key", pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[nr]){1,4}[A-Za-z0-9+/=]{16,200}){0,400}/g },
];
