import type { AuditEvent } from './audit-event.ts';

/** Where audit events go. */
export interface AuditSink {
  /**
   * Resolves once the event is kept, and rejects with an error that says where it could not be kept
   * and what to do.
   */
  write(event: AuditEvent): Promise<void>;
}
