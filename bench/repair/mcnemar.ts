/**
 * Exact McNemar test (two-sided): the chance of a split as uneven as this among the pairs that differ, if both arms were equally good.
 * McNemar, "Note on the sampling error of the difference between correlated proportions or percentages", Psychometrika 12 (1947); exact binomial form.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const pairs = onlyFirst + onlySecond;
  if (pairs === 0) return 1;
  const least = Math.min(onlyFirst, onlySecond);
  let tail = 0;
  for (let k = 0; k <= least; k += 1) tail += choose(pairs, k);
  return Math.min(1, 2 * tail * 0.5 ** pairs);
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i += 1) result = (result * (n - k + i)) / i;
  return result;
}
