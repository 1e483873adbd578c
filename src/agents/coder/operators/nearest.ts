/** Edits between two words: a letter put in, left out, exchanged, or two neighbours turned round (optimal string alignment distance). */
export function editDistance(one: string, two: string): number {
  const rows: number[][] = [Array.from({ length: two.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const same = one[i - 1] === two[j - 1];
      const above = rows[i - 1] ?? [];
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]) best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[one.length]?.[two.length] ?? 0;
}

function flat(word: string): string {
  return word.replace(/_/g, "").toLowerCase();
}

/** Names close enough to be meant, closest first: another spelling of the same letters, or few letters apart for their length. */
export function nearest(word: string, names: Iterable<string>): string[] {
  const close: { readonly name: string; readonly distance: number }[] = [];
  for (const name of new Set(names)) {
    if (name === word || Math.abs(name.length - word.length) > 3) continue;
    const distance = flat(name) === flat(word) ? 0.5 : editDistance(word, name);
    if (distance <= Math.max(1, Math.floor(Math.min(word.length, name.length) / 3))) close.push({ name, distance });
  }
  return close.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}
