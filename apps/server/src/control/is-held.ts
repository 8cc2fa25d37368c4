/**
 * True if an error says that another process holds the folder of the workflows. Only that error names
 * a process.
 */
export function isHeld(error: { readonly code?: unknown; readonly details?: unknown }): boolean {
  const { code, details } = error;
  return (
    code === 'WORKFLOW_UNAVAILABLE' &&
    typeof details === 'object' &&
    details !== null &&
    'pid' in details
  );
}
