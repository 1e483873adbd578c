import { createHash, randomInt } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { access, readdir, readlink } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { BoxLimits } from "../../domain/limits.js";
import { emptyPatch } from "../../domain/patch.js";
import type { Box, BoxResult, BoxSpec } from "../../ports/sandbox.js";
import { endWords } from "./run-end.js";

/**
 * Runs real commands in a box over `root` and checks what a box promises: no network, own processes, no new privileges, a system call filter,
 * limits that hold, the tree's files without git's.
 * @returns the first promise that does not hold, as a sentence; null when all do
 */
export async function probeWith(root: string, open: (spec: BoxSpec) => Promise<Box>): Promise<string | null> {
  let box: Box | null = null;
  try {
    box = await open({ base: { root, overlays: [] }, layers: [], patch: emptyPatch });
    const [isolation, limits] = await Promise.all([checkIsolation(box, root), checkLimits(box)]);
    return isolation ?? limits;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await box?.close();
  }
}

const facts = `cat /proc/net/dev | sed 's/^/net /'
sed 's/^/status /' /proc/self/status
echo "pidns $(readlink /proc/self/ns/pid)"
[ -e "$HEAL_ROOT/.git" ] && echo "git visible"
[ -z "$HEAL_FILE" ] || echo "file $(sha256sum <"$HEAL_FILE")"
if command -v bash >/dev/null; then bash -c 'exec 3<>/dev/tcp/127.0.0.1/$HEAL_PORT' 2>/dev/null && echo "host reached"; fi
echo "written" >"$HEAL_ROOT/.heal-probe" && echo "tree writable"
`;

/** The half of the probe about what a box sees and may; limits aside. */
export async function checkIsolation(box: Box, root: string): Promise<string | null> {
  return (await lookAround({ box, root, more: "" })).failure;
}

export interface LookAround {
  readonly box: Box;
  readonly root: string;
  /** Further shell lines for the same command. */
  readonly more: string;
}

/** Runs the isolation half. @returns what is wrong, and all that the command said. */
export async function lookAround({ box, root, more }: LookAround): Promise<{ readonly failure: string | null; readonly text: string }> {
  const [listener, file] = await Promise.all([listen(), someFile(root)]);
  try {
    const environment = { HEAL_ROOT: box.paths.root, HEAL_PORT: String(listener.port), HEAL_FILE: file === null ? "" : join(box.paths.root, file) };
    const result = await run({ box, command: `${facts}${more}echo "end of probe"`, limits: { timeoutMs: 20_000 }, environment });
    const text = result.stdout.head;
    const digestOnHost = file === null ? null : await digest(join(root, file));
    return { failure: judge(result, { file, digestOnHost, ownProcesses: await readlink("/proc/self/ns/pid"), reached: listener.reached() }), text };
  } finally {
    listener.close();
  }
}

interface HostFacts {
  readonly file: string | null;
  readonly digestOnHost: string | null;
  readonly ownProcesses: string;
  readonly reached: boolean;
}

function judge(result: BoxResult, host: HostFacts): string | null {
  const text = result.stdout.head;
  if (result.end.kind !== "exited" || result.end.exitCode !== 0 || !text.includes("end of probe")) return describeEnd(result);
  if (text.includes(`pidns ${host.ownProcesses}`)) return "The box sees the processes of the machine.";
  if (host.file !== null && !text.includes(`file ${host.digestOnHost}`)) return `The box does not see the tree's own file ${host.file}.`;
  if (host.reached || text.includes("host reached")) return "The box can reach the machine's own network services.";
  return brokenPromise(text);
}

function brokenPromise(text: string): string | null {
  const interfaces = [...text.matchAll(/^net\s+([^\s:|]+):/gm)].map((match) => String(match[1]));
  const field = (name: string): string => new RegExp(`^status ${name}:\\s*(\\S+)`, "m").exec(text)?.[1] ?? "";
  if (interfaces.some((name) => name !== "lo")) return `The box has network interfaces: ${interfaces.join(", ")}.`;
  if (field("NoNewPrivs") !== "1") return "The box could gain privileges (no_new_privs is off).";
  if (Number.parseInt(field("CapEff"), 16) !== 0) return "The box has capabilities.";
  if (field("Seccomp") !== "2") return "The box has no system call filter.";
  if (text.includes("git visible")) return "The box sees the tree's .git.";
  if (!text.includes("tree writable")) return "The box cannot write into its tree.";
  return null;
}

const mebibyte = 1024 ** 2;
const small = { diskBytes: 8 * mebibyte, inodes: 2_000 } as const;

/** Each greedy command must end, and not by its own will. All have the same small disk, so that it is formatted once. */
const greedy: readonly { readonly name: string; readonly command: string; readonly limits: Partial<BoxLimits> }[] = [
  {
    name: "disk",
    command: "dd if=/dev/zero of=/tmp/fill bs=1M count=16 2>/dev/null && exit 0; exit 9",
    limits: small,
  },
  { name: "processes", command: "n=0; while [ $n -lt 32 ]; do sleep 20 & n=$((n+1)); done; sleep 1; exit 0", limits: { ...small, processes: 16 } },
  { name: "memory", command: "dd if=/dev/zero of=/dev/null bs=48M count=200 2>/dev/null", limits: { ...small, memoryBytes: 32 * mebibyte } },
];

async function checkLimits(box: Box): Promise<string | null> {
  const results = await Promise.all(greedy.map((one) => run({ box, command: one.command, limits: { timeoutMs: 10_000, ...one.limits }, environment: {} })));
  for (const [index, result] of results.entries()) {
    const name = greedy[index]?.name;
    if (result.end.kind === "not-started") return describeEnd(result);
    if (result.end.kind === "timed-out" || (result.end.kind === "exited" && result.end.exitCode === 0)) return `The ${name} limit does not hold.`;
  }
  return null;
}

interface ProbeCommand {
  readonly box: Box;
  readonly command: string;
  readonly limits: Partial<BoxLimits>;
  readonly environment: Readonly<Record<string, string>>;
}

function run({ box, ...command }: ProbeCommand): Promise<BoxResult> {
  return box.run({ ...command, directory: "", tools: {}, collect: [], writes: "discard" });
}

function describeEnd(result: BoxResult): string {
  const error = result.stderr.head.trim();
  if (result.end.kind === "not-started") return result.end.reason;
  return `The probe's command ${endWords(result.end)}${error === "" ? "." : `: ${error}`}`;
}

async function listen(): Promise<{ readonly port: number; reached(): boolean; close(): void }> {
  let reached = false;
  const server = createServer((socket) => {
    reached = true;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, reached: () => reached, close: () => server.close() };
}

const levelsLookedInto = 3;

/** A random regular file not far below the root; null in an empty tree. */
async function someFile(root: string): Promise<string | null> {
  let folders = [""];
  for (let level = 0; level < levelsLookedInto && folders.length > 0; level += 1) {
    const entries = await Promise.all(folders.slice(0, 50).map((folder) => list(root, folder)));
    const files = entries.flatMap((one) => one.files);
    const readable = files.length === 0 ? null : files[randomInt(files.length)];
    if (readable !== null && readable !== undefined) return readable;
    folders = entries.flatMap((one) => one.folders);
  }
  return null;
}

async function list(root: string, folder: string): Promise<{ readonly files: string[]; readonly folders: string[] }> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const shown = entries.filter((entry) => entry.name !== ".git").map((entry) => ({ entry, path: join(folder, entry.name) }));
  const files = await Promise.all(shown.filter(({ entry }) => entry.isFile()).map(async ({ path }) => ((await isReadable(join(root, path))) ? path : null)));
  return { files: files.filter((path) => path !== null), folders: shown.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path) };
}

function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
