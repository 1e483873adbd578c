import { describe, expect, it } from "vitest";
import { createRedactor, withheldText } from "../../../src/redaction/redactor.js";

const secret = "Zx9-secret+Value/with=chars!42&more";
const redact = createRedactor({ knownValues: [secret, "pa55word"] });

describe("known values", () => {
  it.each([
    ["as it is", secret],
    ["JSON-escaped", JSON.stringify(`${secret}"`)],
    ["URL-encoded", encodeURIComponent(secret)],
    ["base64", Buffer.from(secret).toString("base64")],
    ["base64 after one byte", Buffer.from(`x${secret}`).toString("base64")],
    ["base64 after two bytes", Buffer.from(`xy${secret}zz`).toString("base64")],
    ["base64url", Buffer.from(secret).toString("base64url")],
    ["lower-case hex", Buffer.from(secret).toString("hex")],
    ["upper-case hex", Buffer.from(secret).toString("hex").toUpperCase()],
    ["backwards", [...secret].reverse().join("")],
    ["in part, twelve characters long", secret.slice(7, 19)],
  ])("are hidden %s", (_spelling, text) => {
    const shown = redact(`before ${text} after`);
    expect(shown).toContain("[redacted: secret]");
    for (let at = 0; at + 12 <= text.length; at += 1) expect(shown).not.toContain(text.slice(at, at + 12));
  });

  it("are hidden when split over lines, by colour codes or by zero-width characters", () => {
    expect(redact(`${secret.slice(0, 9)}\n   ${secret.slice(9)}`)).toBe("[redacted: secret]\n");
    expect(redact(`${secret.slice(0, 9)}\u001b[31m${secret.slice(9)}\u001b[0m`)).toBe("[redacted: secret]\u001b[0m");
    expect(redact(`${secret.slice(0, 9)}\u200b${secret.slice(9)}`)).toBe("[redacted: secret]");
    expect(redact(`"${secret.slice(0, 9)}" + "${secret.slice(9)}"`)).toBe('"[redacted: secret]"');
  });

  it.each([".", "/", "-", "_"])("are hidden when %j stands between their letters or their pieces", (separator) => {
    expect(redact(`a ${[...secret].join(separator)} b`)).toBe("a [redacted: secret] b");
    expect(redact(`a ${[secret.slice(0, 11), secret.slice(11, 22), secret.slice(22)].join(separator)} b`)).toBe("a [redacted: secret] b");
  });

  it("are hidden in capitals and in small letters", () => {
    expect(redact(`a ${secret.toUpperCase()} ${secret.toLowerCase()} PA55WORD b`)).toBe("a [redacted: secret] [redacted: secret] [redacted: secret] b");
    expect(redact(`İ ${secret.toUpperCase()} b`)).toBe("İ [redacted: secret] b");
  });

  it.each(["11111111111111111111", "121212121212121212", "000000000000", "aaaaaaaaaaaaaaaa-1"])(
    "are hidden whole although few characters make them: %s",
    (few) => {
      const own = createRedactor({ knownValues: [few] });
      expect(own(`key=${few}.`)).toBe("key=[redacted: secret].");
      expect(own(`key=${Buffer.from(few).toString("hex")}.`)).toBe("key=[redacted: secret].");
    },
  );

  it("of eight characters are hidden whole, wherever they stand", () => {
    expect(redact("user:pa55word@host")).toBe("user:[redacted: secret]@host");
    expect(redact("pa55wor")).toBe("pa55wor");
  });

  it("leave other text as it is", () => {
    const text = "expected 3 to equal 4\n    at add (src/add.js:2:3) 0000000000000000\n";
    expect(redact(text)).toBe(text);
  });

  it("of repeated characters are hidden whole but do not make rulers secret", () => {
    const own = createRedactor({ knownValues: ["------------------secret-value-9"] });
    expect(own("====\n--------------------\n")).toBe("====\n--------------------\n");
  });
});

const letters = "Ab3dEf9hIjKlMn0pQrStUv2xYzAb3dEf9hIj";

describe("credentials nobody handed in", () => {
  it.each([
    ["a GitHub token of the old kind", `ghp_${letters}`],
    ["an installation token with dots and dashes", `ghs_4711_${letters}.payload-part.${letters}`],
    ["a fine-grained token", `github_pat_${letters}_${letters}${letters}`],
    ["a web token", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${letters}`],
    ["a Slack token", `xoxb-123456789012-1234567890123-${letters.slice(0, 24)}`],
    ["a connection string", "postgres://admin:Tr0ub4dor3x@db.internal:5432/app"],
    ["a private key", `-----BEGIN RSA PRIVATE KEY-----\n${`${letters}${letters}\n`.repeat(6)}-----END RSA PRIVATE KEY-----`],
    ["an AWS access key", "AKIAQWERTYUIOPASDFGH"],
    ["a GitHub token in base64", Buffer.from(`ghp_${letters}`).toString("base64")],
    ["a GitHub token in base64 after one byte", Buffer.from(`:ghp_${letters}`).toString("base64").slice(2)],
    ["a GitHub token in hexadecimal", Buffer.from(`ghp_${letters}`).toString("hex")],
    ["a private key that was cut", `-----BEGIN PRIVATE KEY-----\n${letters}${letters}\n${letters}`],
    ["an authorization header", `Authorization: Bearer ${letters}`],
  ])("are hidden: %s", (_what, text) => {
    const shown = redact(`log: ${text}\nnext`);
    expect(shown).toMatch(/\[redacted: [\w -]+\]/i);
    expect(shown).not.toContain(letters.slice(0, 20));
    expect(shown).not.toContain("Tr0ub4dor3x");
    expect(shown.endsWith("next")).toBe(true);
  });

  it.each(["\\n", "\\u001b", '\\"', "%0A", "\u001b[32m", "\ufeff"])("are hidden behind %j, where no word begins", (before) => {
    expect(redact(`${before}ghp_${letters}`)).not.toContain(letters);
    expect(redact(`${before}xoxb-123456789012-1234567890123-${letters.slice(0, 24)}`)).not.toContain(letters.slice(0, 24));
  });

  it("are hidden when their parts stand on two lines or are joined in the source", () => {
    expect(redact(`ghp_${letters.slice(0, 14)}\n${letters.slice(14)}\nnext`)).toBe("[redacted: GitHub token]\n\nnext");
    expect(redact(`"ghp_" + "${letters}" next`)).toBe('"[redacted: GitHub token]" next');
    expect(redact("AKIAQWERTY\n2UIOPASDFG.")).toBe("[redacted: AWS access key]\n.");
  });

  it.each(["def highs_by_station_and_month(rows):", "weighs_more_than_the_other_one = True", "const ghs_of_all_the_stations_here = 1"])(
    "takes no name for a token: %s",
    (text) => expect(redact(text)).toBe(text),
  );

  it("are not seen in words that speak of them", () => {
    const text = "A token starts with ghp_ and is followed by more than thirty characters. encoded: Z2hwXw==\n";
    expect(redact(text)).toBe(text);
  });

  it("are hidden although the text asks a scanner to look away", () => {
    const asking = `/* secretlint-disable */ // gitleaks:allow\nxoxb-123456789012-1234567890123-${letters.slice(0, 24)}`;
    expect(redact(asking)).not.toContain(letters.slice(0, 24));
  });
});

describe("redacting", () => {
  it("keeps the number of lines, so that places named after a secret hold", () => {
    const text = `one\n-----BEGIN PRIVATE KEY-----\n${letters}\n${letters}\n-----END PRIVATE KEY-----\nlast`;
    expect(redact(text).split("\n")).toHaveLength(text.split("\n").length);
    expect(redact(text).split("\n").at(-1)).toBe("last");
  });

  it("gives the same placeholder for the same kind and changes nothing a second time", () => {
    const once = redact(`a ghp_${letters} b ghp_${letters.slice(1)}x c ${secret}`);
    expect(redact(once)).toBe(once);
    expect(new Set(once.match(/\[redacted: [^\]]+\]/g))).toHaveLength(2);
  });

  it("withholds a text whose search takes too long", () => {
    let time = 0;
    const slow = createRedactor({ knownValues: [], now: () => (time += 1_000) });
    expect(slow(`hello ghp_${letters}`)).toBe(withheldText);
  });

  it.each(["eyJ", "ghp_", "AKIA", "sk-ant-", "-----BEGIN PRIVATE KEY-----", "https://a:", "postgres://u:", "authorization: bearer ", "\\n", "xoxb-1-"])(
    "ends in time on a million characters of %j",
    { timeout: 30_000 },
    (part) => {
      const started = performance.now();
      const shown = redact(part.repeat(Math.ceil(1e6 / part.length)));
      expect(shown.length).toBeGreaterThan(0);
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );
});
