import { redactValue } from '../redaction/redact.ts';
import type { ToolError, ToolErrorShape } from './tool-error.ts';

/**
 * An error as it leaves the server: without secrets that its message or details may echo. Only the
 * token of an approval stays, which has the looks of a secret and is there to be passed on.
 */
export function toErrorJson(error: ToolError): ToolErrorShape {
  const shape = error.toJSON();
  const redacted = redactValue(shape) as ToolErrorShape;
  const token = (shape.details as { confirm_token?: string } | undefined)?.confirm_token;
  if (!token) return redacted;
  return { ...redacted, details: { ...(redacted.details as object), confirm_token: token } };
}
