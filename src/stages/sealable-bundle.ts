import type { BundleStore } from "../ports/bundle-store.js";

export interface SealableBundle extends BundleStore {
  /** From now on nothing is taken: what still runs was given up, and a journal ends with its stop. */
  seal(): void;
}

export function sealableBundle(inner: BundleStore): SealableBundle {
  let sealed = false;
  const refuseWhenSealed = (): void => {
    if (sealed) throw new Error("The run has ended, so nothing more is written to its bundle.");
  };
  return {
    directory: inner.directory,
    lines: () => inner.lines(),
    append: async (event) => {
      refuseWhenSealed();
      return inner.append(event);
    },
    write: async (name, content) => {
      refuseWhenSealed();
      await inner.write(name, content);
    },
    seal: () => {
      sealed = true;
    },
  };
}
