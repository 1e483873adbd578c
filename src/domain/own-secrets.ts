/**
 * Which of a run's own secrets (the key it works with, values of its environment) a text holds, whole or in a part that gives it away, in any
 * of their spellings: each by a number that tells nothing of it.
 */
export type OwnSecrets = (text: string) => ReadonlySet<number>;
