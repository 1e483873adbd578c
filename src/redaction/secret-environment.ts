import { isPlaceholderKey } from "../domain/placeholder-key.js";
import { isUnlikelyByChance } from "./own-secrets.js";

const secretName =
  /(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API[-_]?KEY|ACCESS[-_]?KEY|(?:PRIVATE|SIGNING|ENCRYPTION|DEPLOY|SSH|MASTER)[-_]?KEY|CREDENTIAL|WEBHOOK|(^|_)AUTH($|_)|(^|_)(?:PAT|PASS|PWD|DSN|JWT)$|DATABASE_URL|CONNECTION_STRING)/i;
/** `STRIPE_KEY` is one, `SORT_KEY` is none: the value decides. */
const maybeName = /(?:^|_)(?:KEY|PGPASS|PAT)(?:_?\d+)?$/i;
/** What is given as a credential in so many words, so that its value is one whatever it looks like. */
const credentialName = /^(?:HEAL_API_KEY|OPENAI_API_KEY|GITHUB_TOKEN|GH_TOKEN|INPUT_API-KEY|INPUT_GITHUB-TOKEN|ACTIONS_RUNTIME_TOKEN)$/i;
/** Shorter values would hide ordinary words. */
const shortestSecret = 8;
/** Paths, addresses without a password, numbers and switches are no secrets, whatever their name; an address for a webhook is one. */
const harmlessValue = /^(?:true|false|\d+|\/[\w./-]*)$/i;
const plainAddress = /^https?:\/\/[^@\s]*$/i;
/** `scheme://user:password@host`, whatever the variable is called. */
const passwordInAddress = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/@:]{0,200}:([^\s/@]{1,500})@/i;

/** Values of the environment that must not leave: by their names, and passwords inside addresses. The one list of the command line and the action. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): string[] {
  const entries = Object.entries(environment).map(([name, value = ""]) => ({ name, value }));
  const given = entries.filter(({ name, value }) => credentialName.test(name) && value.trim() !== "" && !isPlaceholderKey(value)).map(({ value }) => value);
  const likely = entries.flatMap(({ name, value }) => [...(isSecret(name, value) ? [value] : []), ...passwordsIn(value)]);
  return [...new Set([...given, ...likely.filter((value) => value.length >= shortestSecret)])];
}

function isSecret(name: string, value: string): boolean {
  if (passwordInAddress.test(value)) return true;
  if (maybeName.test(name) && isUnlikelyByChance(value) && !harmlessValue.test(value)) return true;
  return secretName.test(name) && !harmlessValue.test(value) && !isPlaceholderKey(value) && (!plainAddress.test(value) || /WEBHOOK/i.test(name));
}

/** As it stands in the address and as a reader would type it. */
function passwordsIn(value: string): string[] {
  const password = passwordInAddress.exec(value)?.[1];
  return password === undefined ? [] : [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
