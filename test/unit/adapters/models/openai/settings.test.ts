import { describe, expect, test } from "vitest";
import { endpointAddress } from "../../../../../src/adapters/models/openai/address.js";
import { cleanKey, tellsKey } from "../../../../../src/adapters/models/openai/api-key.js";
import { EndpointModel } from "../../../../../src/adapters/models/openai/endpoint-model.js";
import { SetupError } from "../../../../../src/domain/errors.js";

const key = "sk-proj-4fZt9QwLx2Rk7Bn";

describe("base-url", () => {
  test.each([
    ["https://api.openai.com/v1", "https://api.openai.com/v1", {}],
    [" https://api.groq.com/openai/v1/ ", "https://api.groq.com/openai/v1", {}],
    ["https://generativelanguage.googleapis.com/v1beta/openai/", "https://generativelanguage.googleapis.com/v1beta/openai", {}],
    ["https://host.example/v1/chat/completions", "https://host.example/v1", {}],
    [
      "https://one.openai.azure.com/openai/deployments/d?api-version=2024-10-21",
      "https://one.openai.azure.com/openai/deployments/d",
      { "api-version": "2024-10-21" },
    ],
    ["http://localhost:11434/v1", "http://localhost:11434/v1", {}],
    ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", {}],
    ["http://[::1]:8080/v1", "http://[::1]:8080/v1", {}],
  ])("%s is taken", (given, base, query) => {
    expect(endpointAddress(given)).toMatchObject({ base, query });
  });

  test("of Azure takes the key in Azure's own header", () => {
    expect(endpointAddress("https://one.openai.azure.com/openai/v1").keyHeader).toBe("api-key");
    expect(endpointAddress("https://openai.azure.com.example/v1").keyHeader).toBe("bearer");
  });

  test.each([
    ["plain http to another machine", "http://10.0.0.5:8000/v1", /^base-url: http:\/\/10\.0\.0\.5:8000\/v1 is plain http, .*Use https/],
    ["plain http to a host that only begins like this one", "http://localhost.example/v1", /is plain http/],
    ["plain http to an address that only begins like this machine's", "http://127.0.0.1.example/v1", /is plain http/],
    ["another protocol", "file:///etc/passwd", /has to start with https/],
    ["no address", "api.openai.com", /is not an address\. Give one like https/],
  ])("is refused with its remedy: %s", (_, given, message) => {
    expect(() => endpointAddress(given)).toThrow(message);
    expect(() => endpointAddress(given)).toThrow(SetupError);
  });

  test("with a password is refused without showing it", () => {
    const given = `https://me:${key}@host.example/v1`;
    expect(() => endpointAddress(given)).toThrow(
      "base-url: https://…@host.example holds a user name or password. Give the key as api-key (HEAL_API_KEY) instead.",
    );
    expect(() => endpointAddress(`no address ${key}`)).not.toThrow(key);
  });

  test("in plain http to another machine is taken when that was allowed in so many words", () => {
    expect(endpointAddress("http://10.0.0.5:8000/v1", "allowed").base).toBe("http://10.0.0.5:8000/v1");
  });
});

describe("api-key", () => {
  test.each([
    ["a line break behind", `${key}\r\n`],
    ["a byte order mark in front", `\uFEFF${key}`],
    ["double quotes", `"${key}"`],
    ["single quotes and white space", ` '${key}' \n`],
    ["printers' quotes", `“${key}”`],
    ["a byte order mark and quotes", `\uFEFF"${key}"\n`],
    ["the word Bearer", `Bearer ${key}`],
  ])("loses %s", (_, given) => {
    expect(cleanKey(given)).toBe(key);
  });

  test.each([
    ["nothing", null],
    ["an empty text", ""],
    ["white space", " \n"],
    ["empty quotes", '""'],
  ])("is none when it is %s", (_, given) => {
    expect(cleanKey(given)).toBeNull();
  });

  test.each([
    ["a line break in the middle", "\n"],
    ["a space in the middle", " "],
    ["an invisible character", "\u200b"],
    ["a control character", "\u0007"],
    ["a letter that fits no header", "é"],
    ["a quote", '"'],
  ])("with %s is refused by name, and never shown", (_, odd) => {
    const given = `${key.slice(0, 12)}${odd}${key.slice(12)}`;
    const make = () => new EndpointModel({ model: "m", baseUrl: "https://host.example/v1", apiKey: given, version: "0" });
    expect(make).toThrow(SetupError);
    expect(make).toThrow(/^api-key: the value holds .* Copy the key again, as one line/);
    expect(make).not.toThrow(new RegExp(`${key.slice(0, 12)}|${key.slice(12)}`));
  });

  test.each([
    ["as it is", `bad key ${key}!`],
    ["in part", `bad key ...${key.slice(-8)}`],
    ["spread out", [...key].join(" ")],
    ["in capitals", key.toUpperCase()],
    ["backwards", [...key].reverse().join("")],
    ["in base64", Buffer.from(key).toString("base64")],
    ["in base64 of a header", Buffer.from(`Bearer ${key}`).toString("base64")],
    ["in base64 behind a user name", Buffer.from(`me:${key}`).toString("base64")],
    ["in hex", Buffer.from(key).toString("hex")],
  ])("is known in a text %s", (_, text) => {
    expect(tellsKey(text, key)).toBe(true);
  });

  test("is not seen in texts that only speak of keys", () => {
    expect(tellsKey("Incorrect API key provided. You can find your API key at https://platform.openai.com.", key)).toBe(false);
    expect(tellsKey("anything", null)).toBe(false);
  });

  test("is in no property a model shows when it is printed", () => {
    const model = new EndpointModel({ model: "m", baseUrl: "https://host.example/v1", apiKey: key, version: "0" });
    expect(JSON.stringify(model)).toBe('{"name":"m"}');
  });
});
