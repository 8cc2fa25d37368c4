import {
  type AuditOptions,
  type AuditSink,
  createAudit,
  createAuditLog,
  createIntent,
  createSecretKeyFile,
  type Onion,
} from '@guildline/mcp-core';
import { auditPlaces } from './audit-places.ts';

/** What {@link createServerAudit} needs. */
export interface ServerAuditSource extends AuditOptions {
  readonly dataDirectory: string;
  readonly clock: { now(): number };
  /** Bytes after which a new file is begun; the log's own default when absent. */
  readonly maximumBytes?: number | undefined;
  /** True to wait until each intent is on the disk. Defaults to false. */
  readonly flushIntents?: boolean | undefined;
  /** Told when the log can no longer be written, and when it can again. */
  readonly report: (message: string) => void;
}

/** The audit log of a server: the two rings that write it, and how to end it. */
export interface ServerAudit {
  readonly onion: Pick<Onion, 'audit' | 'intent'>;
  /** For events that belong to no single call. */
  readonly sink: AuditSink;
  close(): Promise<void>;
}

/** Puts the audit log of a data directory together. Opens no file before the first event. */
export function createServerAudit(source: ServerAuditSource): ServerAudit {
  const { folder, keyFile } = auditPlaces(source.dataDirectory);
  const log = createAuditLog({
    folder,
    key: createSecretKeyFile(keyFile),
    clock: source.clock,
    maximumBytes: source.maximumBytes,
    flushIntents: source.flushIntents,
    report: source.report,
  });
  return {
    onion: { audit: createAudit(log, { reads: source.reads }), intent: createIntent(log) },
    sink: log,
    close: () => log.close(),
  };
}
