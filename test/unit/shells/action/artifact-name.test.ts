import fc from "fast-check";
import { expect, it } from "vitest";
import { artifactName } from "../../../../src/shells/action/artifact-name.js";

it("an artifact's name holds no character any system refuses, whatever the job is called", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (job) => {
      const name = artifactName(job, "1", "ab12cd");
      expect(name).toMatch(/^heal-[A-Za-z0-9._-]*ab12cd$/);
      expect(name.length).toBeLessThan(120);
    }),
  );
});

it("an artifact's name tells job, attempt and run of a matrix apart", () => {
  expect(artifactName("test: node 24/linux", "2", "ab12cd")).toBe("heal-test-node-24-linux-2-ab12cd");
});
