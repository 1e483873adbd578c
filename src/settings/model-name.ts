/** Names that stand for something on this machine: a file of replies, or the bundle of an earlier run. */
export function isLocalModel(name: string): boolean {
  return /^(?:scripted|replay):(?=.)/.test(name);
}

/** Names come from lists on web pages: what nobody sees would make another name of it. */
export function isModelName(name: string): boolean {
  return /^[^\p{C}\s][^\p{C}]{0,998}$/u.test(name);
}
