import type { AddedLine, ChangedFile } from "../changed-file.js";
import type { Hit, ReviewRule } from "../rule.js";

/**
 * Tokens as services that are known give them out: a prefix of theirs, and behind it nothing that a person would write. What a run itself
 * knows as secret is hidden elsewhere, wherever text leaves.
 */
const issued: readonly { readonly what: string; readonly form: RegExp }[] = [
  { what: "a GitHub token", form: /\b(?:gh[opsru]_(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}|github_pat_(?=\w*\d)[A-Za-z0-9_]{20,})/g },
  { what: "a GitLab token", form: /\bglpat-(?=[\w-]*\d)[\w-]{20,}/g },
  { what: "an AWS key", form: /\bA(?:KIA|SIA)(?=[A-Z]*[2-7])[A-Z2-7]{16}\b/g },
  { what: "a Google key", form: /\bAIza(?=[\w-]*\d)[\w-]{35}/g },
  { what: "a Slack token", form: /\bxox[abprs]-\d{6,}-[A-Za-z0-9-]{10,}/g },
  {
    what: "a model provider's key",
    form: /\bsk-(?:(?:proj|svcacct|admin|ant|or)-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}|or-v1-[0-9a-f]{32,}|(?=[A-Za-z]*\d)[A-Za-z0-9]{32,})/g,
  },
  { what: "a payment key", form: /\b[rs]k_live_(?=[A-Za-z]*\d)[A-Za-z0-9]{16,}/g },
  { what: "a package registry's token", form: /\b(?:npm_(?=[A-Za-z]*\d)[A-Za-z0-9]{36}|pypi-AgE[\w-]{50,})/g },
  { what: "a mail service's key", form: /\bSG\.(?=[\w-]*\d)[\w-]{16,}\.[\w-]{30,}/g },
  { what: "a model hub's token", form: /\bhf_(?=[a-z]*[A-Z])[A-Za-z]{34}\b/g },
  // The header alone stands in every program that reads keys.
  { what: "a private key", form: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:\s|\\[nr]|["'`+,])*(?=[A-Za-z+/]*\d)[A-Za-z0-9+/]{40,}/g },
];

export const secretAdded: ReviewRule = {
  id: "secret-added",
  severity: "block",
  find: (file) => {
    const known = joinedText(beforeText(file));
    return blocksOf(file.addedLines).flatMap((block) =>
      issued.flatMap(({ what, form }) =>
        [...joinedText(block.map(({ text }) => text).join("\n")).matchAll(form)]
          .filter(([token]) => !known.includes(token) && !/EXAMPLE/.test(token))
          .map(([token]) => ({ line: lineOf(block, token), claim: `The patch adds what looks like ${what}` })),
      ),
    );
  },
};

/** Texts that are written in parts, joined by `+`, side by side or over a line's end. */
function joinedText(text: string): string {
  return text.replace(/(["'`])[ \t]*(?:\+|\\)?[ \t]*(?:\n[ \t]*)?(?:\+[ \t]*)?[bfru]{0,2}\1/g, "");
}

function blocksOf(lines: readonly AddedLine[]): AddedLine[][] {
  const blocks: AddedLine[][] = [];
  for (const added of lines) {
    const open = blocks.at(-1);
    if (open?.at(-1)?.line === added.line - 1) open.push(added);
    else blocks.push([added]);
  }
  return blocks;
}

function lineOf(block: readonly AddedLine[], token: string): number | null {
  return (block.find(({ text }) => text.includes(token.slice(0, 3))) ?? block[0])?.line ?? null;
}

function beforeText({ change }: ChangedFile): string {
  return change.kind === "add" ? "" : change.before;
}

const secretName = "(?:password|passwd|secret|token|api_?key|access_?key|private_?key|credential)s?";
/** Given to the name, as what it is when an environment holds none, or behind `||`. */
const namedSecret = new RegExp(
  `${secretName}(?:_?(?:value|key|id|default))?(?:["'\`]?\\]?\\s*(?::\\s*\\w+\\s*)?[:=]|["'\`]\\)?\\s*(?:,|\\|\\||\\?\\?)|\\s*(?:\\|\\||\\?\\?))\\s*["'\`]([\\w+/=.-]{12,})["'\`]`,
  "gi",
);
const addressPassword = /\b[a-z][a-z0-9+.-]*:\/\/([^\s/:@"'`{}$<>]+):([^\s/:@"'`{}$<>]{3,})@([\w.-]*)/gi;
const webToken = /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g;

/** What may be a secret by its name or place. Examples, defaults of local servers and made-up values look the same, so a person decides. */
export const secretSuspected: ReviewRule = {
  id: "secret-suspected",
  severity: "advice",
  find: (file): Hit[] => {
    const known = beforeText(file);
    return file.addedLines.flatMap(({ line, text }) =>
      suspectsIn(text.slice(0, longestLine))
        .filter(({ value }) => !known.includes(value))
        .map(({ what }) => ({ line, claim: `The patch adds what may be ${what}` })),
    );
  },
};

/** Longer lines are told of as such; looking through all of them would take too long. */
const longestLine = 2_000;

function suspectsIn(text: string): { readonly value: string; readonly what: string }[] {
  return [
    ...[...text.matchAll(namedSecret)].map(([, value = ""]) => ({ value, what: "a secret's value" })).filter(({ value }) => looksRandom(value)),
    ...[...text.matchAll(addressPassword)].filter(isOwnPassword).map(([value]) => ({ value, what: "a password in an address" })),
    ...[...text.matchAll(webToken)].map(([value]) => ({ value, what: "a signed web token" })),
  ];
}

/** Letters and digits mixed as nobody writes them: in words, versions and paths the digits stand together. */
function looksRandom(value: string): boolean {
  const longest = value.split(/[-_./]/).sort((one, other) => other.length - one.length)[0] ?? "";
  const digits = longest.match(/\d+/g)?.length ?? 0;
  const isMixed = digits >= 3 || (digits >= 2 && /[a-z]/.test(longest) && /[A-Z]/.test(longest));
  return isMixed && longest.length >= 10 && new Set(longest).size >= 8 && !/example|changeme|placeholder|your|xxxx|dummy|test/i.test(value);
}

const sample = /^(?:pass(?:word|wd)?|pwd|pw|secret|guest|user|admin|root|postgres|example|changeme|test|x+|\*+|\d{1,5})$/i;

/** Not the words that stand for a password in documentation, and not those that local servers are delivered with. */
function isOwnPassword([, user = "", password = "", host = ""]: RegExpMatchArray): boolean {
  return user !== password && !sample.test(password) && !/^(?:example\.|.*\.example$)/i.test(host);
}
