import { describe, expect, it } from "vitest";
import { seccompFilter } from "../../../../../src/adapters/sandbox/engines/bubblewrap/seccomp.js";

interface Call {
  readonly audit: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** Runs the filter as the kernel would (classic BPF, the few instructions it uses). */
function verdict(filter: Buffer, call: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number >>> 0, 0);
  data.writeUInt32LE(call.audit >>> 0, 4);
  for (const [index, value] of (call.args ?? []).entries()) data.writeBigUInt64LE(BigInt(value), 16 + index * 8);
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const [code, yes, no, value] = [filter.readUInt16LE(at * 8), filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3), filter.readUInt32LE(at * 8 + 4)];
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else at += test(code, accumulator, value) ? yes : no;
  }
  throw new Error("the filter ended without an answer");
}

function test(code: number, accumulator: number, value: number): boolean {
  if (code === 0x15) return accumulator === value;
  if (code === 0x35) return accumulator >= value;
  if (code === 0x45) return (accumulator & value) !== 0;
  throw new Error(`unknown instruction ${code}`);
}

const allowed = 0x7fff0000;
const notPermitted = 0x00050001;
const notImplemented = 0x00050026;
const killed = 0x80000000;

describe.each([
  { name: "x64", audit: 0xc000003e, read: 0, ptrace: 101, mount: 165, unshare: 272, clone: 56, ioctl: 16 },
  { name: "arm64", audit: 0xc00000b7, read: 63, ptrace: 117, mount: 40, unshare: 97, clone: 220, ioctl: 29 },
])("the system call filter on $name", ({ name, audit, read, ptrace, mount, unshare, clone, ioctl }) => {
  const filter = seccompFilter(name) ?? Buffer.alloc(0);
  const ask = (number: number, ...args: number[]): number => verdict(filter, { audit, number, args });

  it("allows everyday calls, processes, threads and terminal questions", () => {
    expect([ask(read), ask(clone, 0x11), ask(clone, 0x3d0f00), ask(ioctl, 1, 0x5401)]).toEqual([allowed, allowed, allowed, allowed]);
  });

  it("refuses tracing, mounts and io_uring", () => {
    expect([ask(ptrace), ask(mount), ask(unshare), ask(425)]).toEqual([notPermitted, notPermitted, notPermitted, notPermitted]);
  });

  it.each([
    ["user", 0x10000000],
    ["mount", 0x00020000],
    ["network", 0x40000000],
    ["process", 0x20000000],
  ])("refuses a new %s namespace", (_, flag) => {
    expect(ask(clone, flag | 0x11)).toBe(notPermitted);
  });

  it("answers clone3 as a kernel without it, so that libraries fall back to clone", () => {
    expect(ask(435)).toBe(notImplemented);
  });

  it("refuses typing into a terminal", () => {
    expect([ask(ioctl, 0, 0x5412), ask(ioctl, 0, 0x541c)]).toEqual([notPermitted, notPermitted]);
  });

  it("kills a process that calls with another architecture's numbers", () => {
    expect(verdict(filter, { audit: 0x40000003, number: read })).toBe(killed);
  });
});

describe("the system call filter", () => {
  it("refuses the x32 numbers of x86-64", () => {
    expect(verdict(seccompFilter("x64") ?? Buffer.alloc(0), { audit: 0xc000003e, number: 0x40000000 + 101 })).toBe(notImplemented);
  });

  it("does not exist for an architecture without a table", () => {
    expect(seccompFilter("riscv64")).toBeNull();
  });
});
