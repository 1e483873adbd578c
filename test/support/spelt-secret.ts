/** One value that must not leave, and the ways P5 names in which it must not leave either. */
export const spelt = "hunter2-deploy-0123456789xyz";

const half = 14;

export const spellings = {
  plain: spelt,
  base64: Buffer.from(`ci:${spelt}`).toString("base64"),
  hex: Buffer.from(spelt).toString("hex"),
  split: `${spelt.slice(0, half)}"\n+ "${spelt.slice(half)}`,
} as const;

/** Parts of any of them that are found in the text; twelve characters already give it away. */
export function leaksIn(text: string): string[] {
  const forms = [...Object.values(spellings).flatMap((form) => form.split('"\n+ "')), spelt.slice(0, half), spelt.slice(half)];
  return [...new Set(forms.flatMap(windows))].filter((window) => text.includes(window));
}

function windows(form: string): string[] {
  return Array.from({ length: form.length - 11 }, (_none, at) => form.slice(at, at + 12));
}
