/** The user can fix it: the text names the thing, the value and the remedy. Everything else thrown is a bug of ours or a broken machine. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
