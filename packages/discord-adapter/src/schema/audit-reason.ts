import * as z from 'zod';

/** The `audit_reason` argument of every tool whose route writes to the guild's audit log. */
export function auditReason(): z.ZodOptional<z.ZodString> {
  return z.string().min(1).max(512).optional();
}
