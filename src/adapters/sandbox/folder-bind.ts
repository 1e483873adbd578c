export interface FolderBind {
  /** On the host; exists. */
  readonly from: string;
  /** In the box. */
  readonly at: string;
}
