const secretName =
  /(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API[-_]?KEY|ACCESS[-_]?KEY|PRIVATE[-_]?KEY|CREDENTIAL|(^|_)AUTH($|_)|(^|_)PAT$|DATABASE_URL|CONNECTION_STRING)/i;
/** Shorter values would hide ordinary words. */
const shortestSecret = 8;
/** Paths, addresses without a password, numbers and switches are no secrets, whatever their name. */
const harmlessValue = /^(?:true|false|\d+|\/[\w./-]*|https?:\/\/[^@\s]*)$/i;

/** Values of the environment whose names say that they are secrets. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) && value.length >= shortestSecret && !harmlessValue.test(value) ? [value] : [],
  );
  return [...new Set(values)];
}
