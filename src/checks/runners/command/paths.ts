/** Joins relative folders with "/" separators; "" is the root. Undefined when it leaves the root. */
export function joinPath(directory: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${directory}/${path}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** The way from one folder to a file or folder, both relative to the root. */
export function relativePath(from: string, to: string): string {
  const source = from.split("/").filter((part) => part !== "");
  const target = to.split("/").filter((part) => part !== "");
  let common = 0;
  while (common < source.length && common < target.length && source[common] === target[common]) common += 1;
  return [...source.slice(common).map(() => ".."), ...target.slice(common)].join("/") || ".";
}

export function parentPath(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
