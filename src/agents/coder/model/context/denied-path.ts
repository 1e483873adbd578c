import type { FileView } from "../../../../domain/file-view.js";
import { pathProblem } from "../reply/safe-path.js";

/** Names of files that hold keys, passwords or private settings more often than code. */
const secretNames = [
  /^\.env(?:\..*)?$/,
  /^\.(?:npmrc|yarnrc(?:\.yml)?|pypirc|netrc|pgpass|htpasswd|git-credentials|dockercfg|vault-token)$/,
  /^_netrc$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|asc|gpg|ovpn|ppk|crt|cer|der|tfstate|tfvars)$/,
  /^(?:credentials?|secrets?|passwords?|service[-_]?account)(?:[-_.].*)?\.(?:json|ya?ml|toml|ini|txt|env|xml|properties|cfg|conf)$/,
  /^(?:credentials?|secrets?)$/,
];
const secretFolders = /^\.(?:git|ssh|aws|azure|gcloud|kube|docker|gnupg|terraform|config)$/;

/** Why a file is not shown to a model; undefined = it may be. The one door for everything a model asks to see. */
export function deniedPath(path: string, files: FileView): string | undefined {
  const problem = pathProblem(path, files);
  if (problem !== undefined) return problem;
  if (!files.has(path)) return "there is no such file in the project";
  const parts = path.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  if (parts.slice(0, -1).some((part) => secretFolders.test(part)) || secretNames.some((pattern) => pattern.test(name)))
    return "files of this kind may hold secrets";
  return undefined;
}
