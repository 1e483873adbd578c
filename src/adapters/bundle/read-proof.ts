import { join } from "node:path";
import * as z from "zod";
import { SetupError } from "../../domain/errors.js";
import type { Proof } from "../../domain/proof.js";
import { proof } from "./journal-proof.js";
import { readBundleFile } from "./read-bundle.js";

/** A proof that names no command or no case could be "reproduced" by any tree. */
const usableProof = proof.extend({
  commands: proof.shape.commands.nonempty(),
  confirmations: z.int().positive(),
  redBefore: proof.shape.redBefore.nonempty(),
  greenAfter: proof.shape.greenAfter.nonempty(),
});

/** The bundle's `proof.json`. Throws SetupError when it cannot be read or is not in the form `heal/proof/1`. */
export async function readProof(directory: string): Promise<Proof> {
  const text = (await readBundleFile(directory, "proof.json")).toString("utf8");
  const where = join(directory, "proof.json");
  const result = usableProof.safeParse(parsed(text, where));
  if (result.success) return result.data as Proof;
  throw new SetupError(`${where}: not a proof in the form heal/proof/1: ${z.prettifyError(result.error)}. Use the bundle as the run left it.`);
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupError(`${where}: not JSON, so this is no proof of Heal's or it was damaged. Use the bundle as the run left it.`);
  }
}

/** The bytes of the bundle's `fix.patch`. Throws SetupError when it cannot be read. */
export function readPatchFile(directory: string): Promise<Uint8Array> {
  const remedy = "A bundle has none when the fix held what looks like a secret; else use the bundle as the run left it.";
  return readBundleFile(directory, "fix.patch", remedy);
}
