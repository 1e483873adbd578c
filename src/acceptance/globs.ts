/** Turns a path pattern into a test. `*` and `?` stay inside a folder, `**` crosses folders, `{a,b}` chooses; a pattern without "/" matches a name at any depth, one ending in "/" everything below. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const rooted = pattern.replace(/^\.?\//, "");
  const anywhere = rooted === pattern && !rooted.replace(/\/$/, "").includes("/") ? `**/${rooted}` : rooted;
  const whole = anywhere.endsWith("/") ? `${anywhere}**` : anywhere;
  const expression = new RegExp(`^${translate(whole)}$`, "i");
  return (path) => expression.test(path);
}

const token = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g;

function translate(pattern: string): string {
  return (pattern.match(token) ?? []).map(translateToken).join("");
}

function translateToken(part: string): string {
  if (part === "**/") return "(?:.*/)?";
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  if (part === "?") return "[^/]";
  if (part.startsWith("{") && part.endsWith("}") && part.length > 1) return `(?:${part.slice(1, -1).split(",").map(translate).join("|")})`;
  return part.replace(/[.+^$()|[\]\\{}]/g, "\\$&");
}
