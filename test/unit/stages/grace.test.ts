import { afterEach, expect, test, vi } from "vitest";
import { cancelGraceMs, withinGrace } from "../../../src/stages/grace.js";

afterEach(() => {
  vi.useRealTimers();
});

test("work that is not cancelled is waited for", async () => {
  expect(await withinGrace(new AbortController().signal, Promise.resolve("done"))).toBe("done");
});

test("cancelled work that lets go in time gives its result", async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const work = new Promise<string>((resolve) => setTimeout(() => resolve("closed"), cancelGraceMs - 1));
  const waiting = withinGrace(controller.signal, work);
  controller.abort();
  await vi.advanceTimersByTimeAsync(cancelGraceMs);
  expect(await waiting).toBe("closed");
});

test("cancelled work that never lets go is left behind after the grace", async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const waiting = withinGrace(controller.signal, new Promise<string>(() => {}));
  controller.abort();
  await vi.advanceTimersByTimeAsync(cancelGraceMs);
  expect(await waiting).toBeUndefined();
});
