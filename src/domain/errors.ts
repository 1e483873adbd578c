/** The user can fix it: the text names the thing, the value and the remedy. Everything else thrown is a bug of ours or a broken machine. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}

/** A patch that cannot be laid over the tree, e.g. as it goes through a symbolic link: the proposal's fault, never the machine's. */
export class UnusablePatch extends Error {
  override readonly name = "UnusablePatch";
}

/** The code host could not be asked or did not answer usefully; what the run found stands. Carries no secret. */
export class HostError extends Error {
  override readonly name = "HostError";
}
