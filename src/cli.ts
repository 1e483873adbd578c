import { version } from "../package.json";

/** Answers what needs no machinery at once; everything else is loaded only when it is asked for. */
const [first] = process.argv.slice(2);
if (first === "--version" || first === "-V") {
  process.stdout.write(`${version}\n`);
} else {
  const { main } = await import("./shells/cli/main.js");
  process.exitCode = await main(process.argv.slice(2), version);
}
