import { ToolError } from '../errors/tool-error.ts';

/** Refuses a write because nothing could show that it happened. */
export function auditUnavailable(tool: string, cause: unknown): ToolError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ToolError({
    code: 'AUDIT_UNAVAILABLE',
    message: `${tool} was not run, because the audit log cannot be written; nothing was done. ${reason} Reads go on.`,
    retriable: true,
    cause,
  });
}
