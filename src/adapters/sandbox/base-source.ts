import type { BaseTree } from "../../ports/sandbox.js";

/** The host folder that is the lowest layer of a tree. */
export function baseSource(base: BaseTree): string {
  return base.from ?? base.root;
}
