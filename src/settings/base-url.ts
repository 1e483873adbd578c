import { SetupError } from "../domain/errors.js";

export const defaultBaseUrl = "https://api.openai.com/v1";

const loopback = /^(localhost|[\w-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i;

/**
 * The address as a plan may hold it, without a slash at its end. Nothing that could be a secret is taken or shown: a plan is written into the
 * journal. Throws SetupError.
 */
export function checkedBaseUrl(given: string): string {
  const url = parsed(given);
  if (url.username !== "" || url.password !== "")
    throw refused(url, "holds a user name or password. Leave them out; the key goes into HEAL_API_KEY or `api-key`");
  if (url.search !== "" || url.hash !== "")
    throw refused(url, "has something after a ? or #. Leave it out; for Azure use https://RESOURCE.openai.azure.com/openai/v1, which needs no version");
  if (url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname))) return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
  throw refused(url, "does not start with https://. Key and code could be read on the way; plain http is taken only on this machine (localhost)");
}

function parsed(given: string): URL {
  const url = URL.parse(given.trim());
  if (url !== null && url.host !== "") return url;
  throw new SetupError(`The base URL is no address. Give one like ${defaultBaseUrl} or http://localhost:11434/v1 with --base-url (input \`base-url\`).`);
}

function refused(url: URL, problem: string): SetupError {
  return new SetupError(`The base URL (--base-url, input \`base-url\`) for ${url.host} ${problem}.`);
}
