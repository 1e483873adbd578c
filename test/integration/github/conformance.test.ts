import { expect, it } from "vitest";
import { containing } from "../../support/asymmetric.js";
import { violations } from "../../support/github-server/conformance.js";

it("an answer that GitHub's description does not allow is named", () => {
  const operation = "post /repos/{owner}/{repo}/git/blobs";
  expect(violations(operation, 201, { sha: "ab", url: "https://x.example" })).toEqual([]);
  expect(violations(operation, 201, { sha: 12 })).toEqual([containing("url"), containing("/sha must be string")]);
  expect(violations("get /unknown", 200, {})).toEqual(["get /unknown is not in openapi.json"]);
});
