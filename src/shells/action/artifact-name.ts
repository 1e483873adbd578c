/** Names with other characters are refused by the artifact service on some system. The suffix keeps the legs of a matrix apart. */
export function artifactName(job: string, attempt: string, suffix: string): string {
  const safe = (text: string) => text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+|[.-]+$/g, "");
  return ["heal", safe(job).slice(0, 80), safe(attempt).slice(0, 10), safe(suffix)].filter((part) => part !== "").join("-");
}
