import type { RowResult } from "./heal-row.ts";
import { mcnemar } from "./mcnemar.ts";

export interface Comparison {
  /** Visibly red rows that both have run. */
  readonly rows: number;
  readonly right: readonly [number, number];
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /** Exact, two-sided. */
  readonly p: number;
}

/** Two arms on the rows that both have run and that are visibly red. */
export function compareArms([first = [], second = []]: readonly (readonly RowResult[])[]): Comparison {
  const others = new Map(second.map((result) => [result.task, result]));
  const pairs = first.flatMap((one) => {
    const other = others.get(one.task);
    return other === undefined || one.stopReason === "nothing-failed" ? [] : [[one, other] as const];
  });
  const isRight = ({ hidden }: RowResult): boolean => hidden === "right";
  const onlyFirst = pairs.filter(([one, other]) => isRight(one) && !isRight(other)).map(([{ task }]) => task);
  const onlySecond = pairs.filter(([one, other]) => !isRight(one) && isRight(other)).map(([{ task }]) => task);
  const right = [pairs.filter(([one]) => isRight(one)).length, pairs.filter(([, other]) => isRight(other)).length] as const;
  return { rows: pairs.length, right, onlyFirst, onlySecond, p: mcnemar(onlyFirst.length, onlySecond.length) };
}
