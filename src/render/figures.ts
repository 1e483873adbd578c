export { dollars, grouped } from "../support/amounts.js";

/** "1 case", "2 cases". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Milliseconds as "0.4 s", "12 s" or "3 min 5 s". */
export function duration(milliseconds: number): string {
  if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function bytes(size: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(size) / 10));
  const value = size / 1024 ** power;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[power]}`;
}
