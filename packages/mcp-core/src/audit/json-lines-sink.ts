import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AuditEvent } from './audit-event.ts';
import type { AuditSink } from './audit-sink.ts';

/**
 * Appends events to a file, one JSON object a line, in the order they were written. Holds ids and no
 * content: the arguments are left out. The file and its folder are made on the first event, readable
 * by their owner only. Nothing shows that a line was changed or removed; `createAuditLog` does.
 */
export function createJsonLinesSink(path: string): AuditSink {
  let last: Promise<unknown> = Promise.resolve();
  let prepared: Promise<unknown> | undefined;
  return {
    write: ({ arguments: _content, ...event }: AuditEvent) => {
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
