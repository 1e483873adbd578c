import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { type Order, orderArchive, quoted } from "../../../src/adapters/sandbox/engines/docker/order.js";

const order: Order = {
  root: "/a tree",
  patch: { changes: [{ kind: "delete", path: "it's gone", before: "", encoding: "utf8" }] },
  directory: "/a tree/sub",
  environment: { NAME: "va'lue" },
  tools: {},
  command: 'echo "it\'s"',
  lastLine: "\nend\n",
};

test("any text survives the shell's quotes", () => {
  for (const text of ["", "it's", '"$(false)"', "a\nb", "\\", "-n", "ü"]) {
    expect(spawnSync("sh", ["-c", `printf %s ${quoted(text)}`], { encoding: "utf8" }).stdout).toBe(text);
  }
});

test("the archive is whole records, so that its reader never waits for more", () => {
  expect(orderArchive(order).length % 10_240).toBe(0);
});

test("the system's tar unpacks the archive, and its script is one the shell can read", () => {
  const patch = { changes: [{ kind: "add", path: "x", after: "a".repeat(100_000), encoding: "utf8" }] } as const;
  const archive = orderArchive({ ...order, patch });
  expect(spawnSync("tar", ["-tf", "-"], { input: archive, encoding: "utf8" }).stdout).toBe("order/f0\norder/run\n");
  expect(spawnSync("tar", ["-xOf", "-", "order/f0"], { input: archive, encoding: "utf8" }).stdout).toBe("a".repeat(100_000));
  const script = spawnSync("tar", ["-xOf", "-", "order/run"], { input: archive, encoding: "utf8" }).stdout;
  expect(spawnSync("sh", ["-n"], { input: script, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});
