import manifest from "../package.json" with { type: "json" };
import { mainStep } from "./shells/action/deps.js";

void mainStep(manifest.version);
