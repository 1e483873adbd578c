import { readersFuzz } from "./fuzz-readers.js";
import { settingsFuzz } from "./fuzz-settings.js";
import { killSweep } from "./kills.js";
import { signalSweep } from "./signals.js";
import type { Sweep } from "./trial.js";

export const sweeps: readonly Sweep[] = [settingsFuzz, readersFuzz, killSweep, signalSweep];
