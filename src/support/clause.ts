/** A sentence as a part of another one: without its capital and its full stop. */
export function clause(sentence: string): string {
  const open = sentence.replace(/\.+$/, "");
  return /^[A-Z][a-z ]/.test(open) ? open.charAt(0).toLowerCase() + open.slice(1) : open;
}
