/** What a box's commands find in their environment. Nothing is inherited: every name is written here or comes from the tool folders. */
export interface EnvironmentParts {
  readonly path: readonly string[];
  readonly home: string;
  /** Where the tool managers live, from `findToolFolders`. */
  readonly tools: Readonly<Record<string, string>>;
  /** Of the command itself; wins. */
  readonly extra: Readonly<Record<string, string>>;
}

export function boxEnvironment(parts: EnvironmentParts): Record<string, string> {
  return {
    ...parts.tools,
    PATH: parts.path.join(":"),
    HOME: parts.home,
    USER: "heal",
    LOGNAME: "heal",
    SHELL: "/bin/sh",
    LANG: "C.UTF-8",
    TZ: "UTC",
    TERM: "dumb",
    CI: "1",
    NO_COLOR: "1",
    TMPDIR: "/tmp",
    ...parts.extra,
  };
}
