import { expect } from "vitest";

/** Vitest's own asymmetric matchers are typed `any`, which would switch the checks off around them. */
export const containing = (text: string): unknown => expect.stringContaining(text);
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const including = (entries: readonly unknown[]): unknown => expect.arrayContaining([...entries]);
