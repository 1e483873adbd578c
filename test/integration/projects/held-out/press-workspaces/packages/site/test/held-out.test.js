import assert from "node:assert/strict";
import { test } from "node:test";
import { description } from "@press/site";

test("descriptions of every length keep to the limit", () => {
  const lengths = [1, 154, 155, 156, 1000].map((length) => description({ body: "y".repeat(length) }).length);
  assert.deepEqual(lengths, [1, 154, 155, 155, 155]);
});
