import type { AddedLine, ChangedFile } from "../changed-file.js";
import type { Hit, ReviewRule } from "../rule.js";

const emoji = /\p{Extended_Pictographic}[\u{fe0f}\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}[\u{fe0f}\u{1f3fb}-\u{1f3ff}]?)*/gu;
const unseen = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{115f}\u{1160}\u{3164}\u{ffa0}]/u;
const latinLookalikes = /[аеорсхуіјѕһԁԛԝАВЕКМНОРСТХІЈοναΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/;

/** Characters nobody sees, marks that turn the reading direction, and letters of other scripts inside Latin words. */
export const hiddenCharacters: ReviewRule = {
  id: "hidden-characters",
  severity: "advice",
  find: (file) =>
    perLine(file, ({ line, text }) => {
      const plain = (line === 1 ? text.replace(/^\uFEFF/, "") : text).replace(emoji, "");
      const hidden = unseen.exec(plain)?.[0];
      if (hidden !== undefined) return `The patch adds a character nobody sees: U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
      const word = plain.match(/[\p{L}\p{N}_$]+/gu)?.find((one) => /[A-Za-z]/.test(one) && latinLookalikes.test(one));
      return word === undefined ? undefined : `The patch adds the word "${word}", whose letters come from two scripts that look alike`;
    }),
};

const credentialPlace =
  /(?:~|\$HOME|\/root|\/home\/\w+|homedir\(\)|expanduser\().{0,20}\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|docker|kube|config\/gh)|\/etc\/(?:passwd|shadow)|\.aws\/credentials|\bid_(?:rsa|ed25519)\b|\/proc\/(?:self|\d+)\/environ|169\.254\.169\.254|metadata\.google\.internal/;
const wholeEnvironment =
  /(?:JSON\.stringify|dict|list|str|repr|Object\.(?:entries|keys|values|assign))\((?:\{\},\s*)?(?:process\.env|os\.environ)\b(?!\[|\.)|\.{3}process\.env\b|os\.environ\.(?:copy|items)\(|\*\*\s*os\.environ\b|\bfor\s+\(?(?:const\s+|let\s+)?\w+(?:\s*,\s*\w+)?\s+in\s+(?:os\.environ|process\.env)\b(?!\[|\.\w*(?!items|keys|values))/;
/** A child process is handed what this one has. */
const forChild = /\benv\s*[=:]\s*(?:dict\(\s*|\{\s*(?:\*\*|\.{3}))?(?:os\.environ|process\.env)\b/;
/** Variables that build machines and clouds put credentials into. */
const credentialVariable =
  /(?:getenv\(\s*|environ(?:\.get\(\s*|\[)|process\.env(?:\.|\[))["'`]?((?:AWS_(?:SECRET_ACCESS_KEY|SESSION_TOKEN)|(?:GITHUB|GH|GITLAB|CI_JOB|NPM|NODE_AUTH|PYPI|TWINE|HF|ACTIONS_(?:RUNTIME|ID_TOKEN_REQUEST))_TOKEN|TWINE_PASSWORD|AZURE_CLIENT_SECRET|GOOGLE_APPLICATION_CREDENTIALS|SSH_AUTH_SOCK|(?:OPENAI|ANTHROPIC|HEAL)_API_KEY))\b/;

export const credentialsRead: ReviewRule = {
  id: "credentials-read",
  severity: "advice",
  find: (file) =>
    perLine(file, ({ text }) => {
      const whole = forChild.test(text) ? undefined : wholeEnvironment.exec(text)?.[0];
      const found = credentialPlace.exec(text)?.[0] ?? whole ?? newVariable(file, text);
      return found === undefined ? undefined : `The patch reaches for a place where credentials lie: ${found}`;
    }),
};

function newVariable({ change }: ChangedFile, text: string): string | undefined {
  const name = credentialVariable.exec(text)?.[1];
  return name === undefined || (change.kind !== "add" && change.before.includes(name)) ? undefined : name;
}

const payload = /["'`](?:[A-Za-z0-9+/]{120,}={0,2}|(?:[0-9a-f]{2}){60,}|(?:\\x[0-9a-fA-F]{2}){20,}|(?:\\u[0-9a-fA-F]{4}){20,})["'`]/;

export const encodedPayload: ReviewRule = {
  id: "encoded-payload",
  severity: "advice",
  find: (file) => perLine(file, ({ text }) => (payload.test(text) ? "The patch adds a long text that a person cannot read" : undefined)),
};

const mostLines = 400;
const longestLine = 2_000;

export const oversizedAddition: ReviewRule = {
  id: "oversized-addition",
  severity: "advice",
  find: (file) => {
    const long = file.addedLines.find(({ text }) => text.length > longestLine);
    if (long !== undefined) return [{ line: long.line, claim: `The patch adds a line of ${long.text.length} characters` }];
    return file.addedLines.length > mostLines ? [{ line: null, claim: `The patch adds ${file.addedLines.length} lines to one file` }] : [];
  },
};

export const binaryAdded: ReviewRule = {
  id: "binary-added",
  severity: "advice",
  find: ({ change, path }) => {
    if (change.kind === "delete") return [];
    const isBinary = change.after.includes("\0") || (change.kind === "add" && change.encoding === "latin1");
    return isBinary ? [{ line: null, claim: `${path} is not text, so nobody can read what the patch adds` }] : [];
  },
};

const loosened =
  /^\s*[-"']?(?:continue-on-error["']?\s*:\s*true|(?:strict|noImplicitAny|strictNullChecks|checkJs|failOnWarnings?|fail_under|branch-protection)["']?\s*[:=]\s*(?:false|0)\b)|--no-verify\b|--passWithNoTests\b|\|\|\s*(?:true|:)\s*["']?$|--(?:disable|ignore)[-=](?:error|check|rule|warning)|\b(?:allow_failure|skip[-_]?(?:tests|checks|ci))["']?\s*[:=]\s*["']?(?:true|1)\b/i;

/** Settings and command lines that let a check pass whatever it finds; in code, the tamper rules speak of them. */
export const checkDisabled: ReviewRule = {
  id: "check-disabled",
  severity: "advice",
  find: (file) =>
    file.language === undefined
      ? perLine(file, ({ text }) => (loosened.test(text) ? `The patch lets a check pass whatever it finds: ${text.trim().slice(0, 80)}` : undefined))
      : [],
};

function perLine(file: ChangedFile, claim: (line: AddedLine) => string | undefined): Hit[] {
  return file.addedLines.flatMap((added) => {
    const text = claim(added);
    return text === undefined ? [] : [{ line: added.line, claim: text }];
  });
}
