/** How much a report tells. Counts are always whole; what is listed is capped. */
export interface Detail {
  readonly cases: number;
  readonly exceptions: number;
  readonly attempts: number;
  /** Candidates listed for each attempt. */
  readonly telling: number;
  readonly alternatives: number;
  readonly diffLines: number;
  readonly messageLines: number;
  /** UTF-16 units of a sentence of outside origin. */
  readonly sentence: number;
  readonly runs: number;
}

/** In the bundle: everything that tells something. */
export const wholeDetail: Detail = {
  cases: 1000,
  exceptions: 2000,
  attempts: 1000,
  telling: 200,
  alternatives: 200,
  diffLines: 2000,
  messageLines: 200,
  sentence: 1000,
  runs: 500,
};

/** Steps of cutting, mildest first; the last keeps any report far below the limit of a pull request's body. */
export const cutDetails: readonly Detail[] = [
  { cases: 50, exceptions: 50, attempts: 12, telling: 20, alternatives: 10, diffLines: 120, messageLines: 30, sentence: 400, runs: 40 },
  { cases: 25, exceptions: 25, attempts: 8, telling: 10, alternatives: 5, diffLines: 60, messageLines: 15, sentence: 300, runs: 20 },
  { cases: 12, exceptions: 12, attempts: 6, telling: 5, alternatives: 3, diffLines: 30, messageLines: 8, sentence: 200, runs: 12 },
  { cases: 5, exceptions: 5, attempts: 3, telling: 2, alternatives: 2, diffLines: 12, messageLines: 4, sentence: 160, runs: 8 },
  { cases: 2, exceptions: 2, attempts: 1, telling: 1, alternatives: 0, diffLines: 0, messageLines: 2, sentence: 120, runs: 4 },
];
