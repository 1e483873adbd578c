/** The run of a workflow in which Heal worked: where a reader finds the bundle. */
export interface WorkflowRun {
  /** Address of its page: see `workflowRunUrl`. */
  readonly url: string;
  /** Name under which the bundle is uploaded when the run ends. */
  readonly artifact: string;
}

const shape = /^https?:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?\/[\w.-]{1,100}\/[\w.-]{1,100}\/actions\/runs\/\d{1,20}$/;

/** Null when a part is missing or is not what a host would give: no text of another kind becomes a link. */
export function workflowRunUrl(parts: { readonly server: string; readonly repository: string; readonly id: string }): string | null {
  const url = `${parts.server.replace(/\/+$/, "")}/${parts.repository}/actions/runs/${parts.id}`;
  return isWorkflowRunUrl(url) ? url : null;
}

/** Also of a journal that was read back. */
export function isWorkflowRunUrl(url: string): boolean {
  return shape.test(url);
}
