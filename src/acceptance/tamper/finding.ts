export type TamperRule =
  | "protected-path"
  | "skip-marker"
  | "suppression"
  | "silencing-cast"
  | "special-case"
  | "environment-sniffing"
  | "early-exit"
  | "runner-patching"
  | "forged-report"
  | "swallowed-error"
  | "overridden-equality"
  | "uncovered-deletion"
  | "removed-check"
  | "unreadable-code"
  | "placeholder";

/** One reason why a patch is refused. */
export interface Finding {
  readonly rule: TamperRule;
  readonly path: string;
  /** 1-based line in the patched file (in the old one for deletions); 0 = the file as a whole. */
  readonly line: number;
  readonly reason: string;
}

/** Something a rule looks for, as it stands in one version of a file. Only marks that the patch adds become findings. */
export interface Mark {
  readonly rule: TamperRule;
  /** Same key = same thing: code that was there before, perhaps elsewhere in the file, is not held against a patch. */
  readonly key: string;
  /** 0-based. */
  readonly row: number;
  readonly reason: string;
}

/** The marks of `after` that `before` does not pay for, one for one. */
export function addedMarks(before: readonly Mark[], after: readonly Mark[]): Mark[] {
  const paid = new Map<string, number>();
  for (const mark of before) paid.set(keyOf(mark), (paid.get(keyOf(mark)) ?? 0) + 1);
  return after.filter((mark) => {
    const left = paid.get(keyOf(mark)) ?? 0;
    paid.set(keyOf(mark), left - 1);
    return left <= 0;
  });
}

function keyOf(mark: Mark): string {
  return `${mark.rule} ${mark.key}`;
}
