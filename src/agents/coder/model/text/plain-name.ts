/** Letters of paths and of names in code: no blank and no quote, so nothing reads like a sentence, and nothing that nobody sees. */
const plain = /^[\w$@#.+~()[\]/-]{1,200}$/;

/** Whether a name of the project may stand in a sentence of a prompt; any other belongs behind the fence. */
export function isPlainName(name: string): boolean {
  return plain.test(name);
}
