import type { Failure } from "../../domain/failure.js";
import { shapeFailure } from "./failure.js";

/** A case that began and never ended: the process died, or was stopped, while it ran. The console may say how. */
export function crashed(): Failure {
  return shapeFailure({ type: "Crash", message: "the process ended while this case was running", frames: [], excerpt: "" });
}
