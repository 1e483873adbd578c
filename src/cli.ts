import manifest from "../package.json" with { type: "json" };

/** Answers what needs no machinery at once; everything else is loaded only when it is asked for. */
const [first] = process.argv.slice(2);
if (first === "--version" || first === "-V") {
  process.stdout.write(`${manifest.version}\n`);
} else {
  void import("./shells/cli/main.js").then(async ({ main }) => {
    const status = await main(process.argv.slice(2), manifest.version);
    process.exitCode ||= status;
    // What a cancel left behind may still hold the process.
    if (status === 130) process.exit();
  });
}
