import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AuditEvent, AuditSink } from './audit-sink.ts';

/**
 * Appends events to a file, one JSON object a line, in the order they were written. The file and its
 * folder are made on the first event, readable by their owner only.
 */
export function createJsonLinesSink(path: string): AuditSink {
  let last: Promise<unknown> = Promise.resolve();
  let prepared: Promise<unknown> | undefined;
  return {
    write: (event: AuditEvent) => {
      prepared ??= mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const folder = prepared;
      const written = last
        .then(() => folder)
        .then(() => appendFile(path, `${JSON.stringify(event)}\n`, { mode: 0o600 }));
      last = written.catch(() => undefined);
      return written;
    },
  };
}
