import { join } from 'node:path';

/** Where a server keeps its audit log. */
export interface AuditPlaces {
  readonly folder: string;
  /** Beside the folder, not in it: a copy of the log does not carry the key that forges it. */
  readonly keyFile: string;
}

/** The places of the audit log in a data directory. Opens nothing. */
export function auditPlaces(dataDirectory: string): AuditPlaces {
  return { folder: join(dataDirectory, 'audit'), keyFile: join(dataDirectory, 'audit.key') };
}
