import { main } from "../../../../src/shells/cli/main.js";

/** The command line as it starts with a key, then a fault of its own that nobody catches. */
await main(["--help"], "0.0.0");
throw new Error("crashed on purpose");
