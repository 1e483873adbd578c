import { expect, it } from "vitest";
import { secretValues } from "../../../src/redaction/secret-environment.js";

it("takes values whose names say secret, and nothing that is a path, a switch or an ordinary word", () => {
  const environment = {
    GITHUB_TOKEN: "token-value-1",
    OPENAI_API_KEY: "key-value-22",
    DB_PASSWORD: "pass-value-3",
    SSH_AUTH_SOCK: "/tmp/agent.1",
    TOKEN_PATH: "/etc/tokens/file",
    SECRET_ENABLED: "true",
    API_KEY_COUNT: "123456789",
    SHORT_TOKEN: "abc",
    AUTH_URL: "https://login.example/path",
    PATH: "/usr/bin:/bin",
    HOME: "/home/someone",
    EMPTY_TOKEN: undefined,
  };
  expect(secretValues(environment)).toEqual(["token-value-1", "key-value-22", "pass-value-3"]);
});

it("takes passwords inside addresses whatever the variable is called, addresses of webhooks, and the short names of passwords", () => {
  const environment = {
    REDIS_URL: "redis://:cache-p%40ss-1@cache.example:6379/0",
    HTTPS_PROXY: "http://robot:proxy-pass-2@proxy.example:3128",
    HTTP_PROXY: "http://proxy.example:3128",
    SLACK_WEBHOOK_URL: "https://hooks.example/services/T0/B0/xyz",
    SMTP_PASS: "smtp-pass-3",
    MYSQL_PWD: "mysql-pass-4",
    PWD: "/srv/project",
    SIGNING_KEY: "signing-key-5",
    CACHE_KEY: "linux-node-modules",
  };
  expect(secretValues(environment)).toEqual([
    environment.REDIS_URL,
    "cache-p%40ss-1",
    "cache-p@ss-1",
    environment.HTTPS_PROXY,
    "proxy-pass-2",
    environment.SLACK_WEBHOOK_URL,
    "smtp-pass-3",
    "mysql-pass-4",
    "signing-key-5",
  ]);
});

it.each(["GITHUB_TOKEN", "GH_TOKEN", "INPUT_GITHUB-TOKEN", "HEAL_API_KEY", "OPENAI_API_KEY", "INPUT_API-KEY"])(
  "takes %s whatever its value looks like: it is given as a credential",
  (name) => {
    for (const value of ["123456789012", "/srv/key", "abc123", "https://host.example/key"]) expect(secretValues({ [name]: value })).toEqual([value]);
    expect(secretValues({ [name]: "  \n" })).toEqual([]);
  },
);

it("takes what is only called a key where its value is more than words, numbers and paths", () => {
  const environment = {
    STRIPE_KEY: "sk_live9aB3xQ7vLm2Kp0Zt",
    AZURE_OPENAI_KEY: "3f9a1c77d20b4e6f8a15c9d7e0b24631",
    PGPASS: "Tr0ub4dor9xQ",
    DEPLOY_PAT_2: "q8Zr2LmX04TbVw9d",
    SORT_KEY: "created_at_descending",
    CACHE_KEY: "linux-node-modules",
    KEY: "/etc/ssl/private/server.key",
    PRIMARY_KEY: "1234567890123",
  };
  expect(secretValues(environment)).toEqual([environment.STRIPE_KEY, environment.AZURE_OPENAI_KEY, environment.PGPASS, environment.DEPLOY_PAT_2]);
});
