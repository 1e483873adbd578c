import type { FileText } from "../../extended-patch.js";

/** What a reply came to: whole texts of files, or why there is none. */
export type UsableEdit = { readonly kind: "edit"; readonly texts: readonly FileText[] } | Unusable;

export interface Unusable {
  readonly kind: "unusable";
  /** One sentence part, told to the model and shown in the report. */
  readonly reason: string;
}

export function unusable(reason: string): Unusable {
  return { kind: "unusable", reason };
}
