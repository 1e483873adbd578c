import type { ChangedFile } from "../changed-file.js";
import type { Hit } from "../rule.js";

/** Command lines and calls of languages whose trees say nothing to the rules; known by their text. */
const dangers: readonly { readonly form: RegExp; readonly what: string }[] = [
  { form: /\b(?:curl|wget)\b[^\n|;&]*\|\s*(?:sudo\s+)?(?:\w*sh|python3?|node|perl)\b/, what: "runs what it downloads" },
  { form: /\brm\s+-(?:rf|fr|r)\w*\s+(?:--\s+)?["']?(?:\/|~|\$HOME|\$\{HOME\})\/?\*?["']?(?:\s|$|;|&)/, what: "deletes a whole home or root folder" },
  { form: /\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx|ugo\+rwx)\b/, what: "lets everybody write" },
  {
    form: /\bexec\.Command(?:Context)?\((?:\w+,\s*)?"(?:\/bin\/)?(?:sh|bash|zsh|cmd(?:\.exe)?|powershell)"\s*,\s*"[-/][cC]"/,
    what: "runs a text as a shell line",
  },
  { form: /\bCommand::new\("(?:\/bin\/)?(?:sh|bash|cmd)"\)/, what: "starts a shell" },
  { form: /\bRuntime\.getRuntime\(\)\.exec\(/, what: "starts a process from a text" },
];

/** Where such lines are told of, not run. */
const prose = /\.(?:md|markdown|rst|adoc|txt|html?)$/i;

export function dangerousText(file: ChangedFile): Hit[] {
  if (file.language !== undefined || prose.test(file.path)) return [];
  return file.addedLines.flatMap(({ line, text }) => {
    const found = dangers.find(({ form }) => form.test(text.slice(0, 2_000)));
    return found === undefined ? [] : [{ line, claim: `The patch ${found.what}: ${text.trim().slice(0, 80)}` }];
  });
}
