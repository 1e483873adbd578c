import { execFileSync } from "node:child_process";

const script = `
import io, json, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps({name: archive.read(name).decode("latin-1") for name in archive.namelist()}))
`;

/** Files of an artifact by name, their bytes as Latin-1. */
export function unzipped(zip: Buffer): Readonly<Record<string, string>> {
  return JSON.parse(execFileSync("python3", ["-c", script], { input: zip, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 })) as Record<string, string>;
}
