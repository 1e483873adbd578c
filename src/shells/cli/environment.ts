/** The process's environment; what a box may see of it is picked by allow-list in adapters/sandbox. */
export function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
