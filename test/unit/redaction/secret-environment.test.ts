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
