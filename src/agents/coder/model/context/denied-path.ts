import type { FileView } from "../../../../domain/file-view.js";
import { pathProblem } from "../reply/safe-path.js";

const settings = "(?:json|ya?ml|toml|ini|txt|env|xml|properties|cfg|conf)";
/** Names of files that hold keys, passwords or private settings more often than code. */
const secretNames = [
  /^\.env(?:rc|\..*)?$/,
  /\.env(?:\.(?:local|dev\w*|prod\w*|stag\w*|test|ci))?$/,
  /^\.(?:npmrc|yarnrc(?:\.yml)?|pypirc|netrc|pgpass|git-credentials|docker(?:cfg|configjson)|s3cfg|boto|my(?:login)?\.cnf|\w+_history)$/,
  /^(?:_netrc|\.?htpasswd|pgpass\.conf|\.?rclone\.conf|auth\.json)$/,
  /^\.?vault[-_.]?(?:pass(?:word)?|token)(?:[-_.].*)?$/,
  /^(?:[\w.-]*[-_.])?kubeconfig(?:\.(?:ya?ml|json|conf))?$/,
  /^(?:wp-config|localsettings)\.php$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|asc|gpg|ovpn|ppk|crt|cer|der|tfstate|tfvars)$/,
  new RegExp(`^passwords?(?:[-_.].*)?\\.${settings}$`),
  new RegExp(`^(?:[\\w.-]*[-_.])?(?:credentials?|secrets?|service[-_]?account)(?:[-_.].*)?\\.${settings}$`),
  /^(?:credentials?|secrets?)$/,
];
const secretFolders = /^\.(?:git|ssh|aws|azure|gcloud|kube|docker|gnupg|terraform|config)$/;

/** What editors, tools and people put behind a name to keep the old text. */
const keptCopy = /(?:\.(?:bak|backup|old|orig|save|saved|copy|tmp|swp|\d+)|~)+$/;

/** Why a file is not shown to a model; undefined = it may be. The one door for everything a model asks to see. */
export function deniedPath(path: string, files: FileView): string | undefined {
  const problem = pathProblem(path, files);
  if (problem !== undefined) return problem;
  if (!files.has(path)) return "there is no such file in the project";
  const parts = path.toLowerCase().split("/");
  const name = (parts.at(-1) ?? "").replace(keptCopy, "");
  if (parts.slice(0, -1).some((part) => secretFolders.test(part)) || secretNames.some((pattern) => pattern.test(name)))
    return "files of this kind may hold secrets";
  return undefined;
}
