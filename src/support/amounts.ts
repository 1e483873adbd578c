/** "12,345" */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

/** "$1.20"; small amounts with as many places as they need to be seen. */
export function dollars(usd: number): string {
  return `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toFixed(6)}`;
}

/** To a millionth, without idle noughts: for two amounts that may differ by less than a cent. */
export function exactDollars(usd: number): string {
  return `$${usd.toFixed(6).replace(/(\.\d\d\d*?)0+$/, "$1")}`;
}
