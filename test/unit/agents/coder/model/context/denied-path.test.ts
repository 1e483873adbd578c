import { describe, expect, it } from "vitest";
import { deniedPath } from "../../../../../../src/agents/coder/model/context/denied-path.js";
import { viewOf } from "../scripted-model.js";

const denied = (path: string): string | undefined => deniedPath(path, viewOf({ [path]: "" }));

describe("a file that may hold secrets is not shown to a model", () => {
  it.each(
    [
      [".env", ".env.production", ".envrc", "prod.env", "deploy/app.env.local"],
      ["terraform.tfstate", "terraform.tfstate.backup", "infra/prod.tfvars"],
      ["gcp-credentials.json", "client_secret.json", "client_secret_123.apps.json", "service-account.json", "my-service-account-key.json"],
      ["kubeconfig", "prod.kubeconfig", "kubeconfig.yaml"],
      [".my.cnf", ".mylogin.cnf", ".vault_pass", ".vault-token", "vault_password.txt", "pgpass.conf", ".s3cfg", "auth.json"],
      ["server.key", "server.key.bak", "id_rsa.old", "secrets.yml~", "cert.pem.1"],
      ["wp-config.php", "wp-config.php.bak", ".htpasswd", "htpasswd", ".bash_history"],
    ].flat(),
  )("%s", (path) => expect(denied(path)).toBe("files of this kind may hold secrets"));
});

describe("code and plain settings are", () => {
  it.each(
    [
      ["src/env.py", "config.env.ts", "environment.yml", "src/envrc.rs"],
      ["secrets.py", "src/credentials.ts", "client_secret.go", "password.test.js", "forgot-password.json"],
      ["kubeconfig.go", "src/kubeconfig_test.py", "vault.py", "src/vault-tokens.ts", "auth.ts", "history.js"],
      ["notes.old", "data.1", "my.cnf.py", "config.php", "tsconfig.json", "public/index.html"],
    ].flat(),
  )("%s", (path) => expect(denied(path)).toBeUndefined());
});
