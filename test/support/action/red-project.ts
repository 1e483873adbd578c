/** A small red project that the action heals in seconds: one wrong sign, two cases of node:test. */
export const redProject = {
  "package.json": '{"name":"widget","scripts":{"test":"node --test"}}\n',
  "src/add.js": "function add(a, b) {\n  return a - b;\n}\n\nmodule.exports = { add };\n",
  "test/add.test.js": `const test = require("node:test");
const assert = require("node:assert");
const { add } = require("../src/add.js");
test("adds", () => {
  console.log("::error file=src/add.js::printed by the test");
  assert.equal(add(1, 2), 3);
});
test("adds zero", () => assert.equal(add(5, 0), 5));
`,
};
