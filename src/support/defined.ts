export type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Without the members that are undefined. */
export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
