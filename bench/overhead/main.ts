import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { asOrdinaryUser } from "../../test/support/as-ordinary-user.ts";
import { median } from "../repair/summary.ts";
import { type Kind, kinds, measureSeries, type Series } from "./series.ts";
import { makeTree } from "./tree.ts";

const usage = "usage: [--rounds N] [--files N[,N]] [--kinds bubblewrap,warm docker,fresh docker] [--json OUT]; as root, HEAL_TEST_USER names the ordinary user";

/** `npm run bench:overhead`: a candidate in the box over the bare command, as an ordinary user, on trees of 200 MB. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "12" },
      files: { type: "string", default: "20000,100000" },
      kinds: { type: "string", default: kinds.join(",") },
      json: { type: "string" },
    },
  });
  const wanted = values.kinds.split(",");
  if (wanted.some((kind) => !kinds.includes(kind as Kind))) throw new Error(usage);
  if (process.getuid?.() === 0) return startAsOrdinaryUser(values.json);
  const results: Series[] = [];
  for (const files of values.files.split(",").map(Number)) {
    results.push(...(await measureTree({ files, kinds: wanted as Kind[], rounds: Number(values.rounds) })));
  }
  // Progress goes to stderr: what stands on stdout is one document.
  console.log(JSON.stringify(results));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
  return 0;
}

interface TreeRequest {
  readonly files: number;
  readonly kinds: readonly Kind[];
  readonly rounds: number;
}

async function measureTree({ files, kinds: wanted, rounds }: TreeRequest): Promise<Series[]> {
  const tree = makeTree(files);
  try {
    const results: Series[] = [];
    for (const kind of wanted) {
      const series = await measureSeries({ kind, root: tree.root, files, rounds });
      console.error(lineOf(series));
      results.push(series);
    }
    return results;
  } finally {
    tree.remove();
  }
}

function lineOf({ kind, files, bare, boxed, ratio, load }: Series): string {
  const medians = `bare ${median(bare)} ms, boxed ${median(boxed)} ms (medians of ${bare.length})`;
  return `${files} files, ${kind}: ${ratio.toFixed(3)}  ${medians}, load ${load.map((one) => one.toFixed(1)).join(" to ")}`;
}

/** The file is written by this process: the other user may not be allowed to. */
function startAsOrdinaryUser(json: string | undefined): number {
  const own = process.argv.slice(2).filter((argument, at, all) => argument !== "--json" && all[at - 1] !== "--json");
  const [program, ...args] = asOrdinaryUser([process.execPath, "scripts/run.cjs", "bench/overhead/main.ts", ...own]);
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  process.stdout.write(stdout);
  if (status === 0 && json !== undefined) writeFileSync(json, `${JSON.stringify(JSON.parse(stdout), null, 1)}\n`);
  return status ?? 1;
}

process.exitCode = await main();
