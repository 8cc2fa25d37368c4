/** What was found to be wrong with a chain. */
export type AuditProblemKind =
  /** A line's text or code is not what was written. */
  | 'changed'
  /** Lines are missing between two others. */
  | 'removed'
  /** A line stands before one that was written earlier. */
  | 'reordered'
  /** A line is there a second time. */
  | 'duplicated'
  /** The last lines are missing. */
  | 'cut-tail'
  /** A whole file of the chain is missing. */
  | 'missing-file'
  /** The file that says how far the chain had come is missing. */
  | 'missing-head'
  /** That file is not what was written. */
  | 'changed-head'
  /** The chain is gone that a later one saw when it began. */
  | 'missing-chain'
  /** A line belongs to another chain. */
  | 'foreign'
  /** A line is no line of any chain. */
  | 'garbage'
  /** Nothing of the chain was made with this key. */
  | 'other-key'
  /** A file cannot be read. */
  | 'unreadable';

/** The first thing that is wrong with a chain. */
export interface AuditProblem {
  readonly kind: AuditProblemKind;
  /** The file's name, without its folder. */
  readonly file: string;
  /** Counts from 1; absent if it is about a whole file. */
  readonly line?: number;
  /** A sentence for a reader. */
  readonly message: string;
}

/** One chain: what one process wrote. */
export interface AuditChainReport {
  readonly chain: string;
  /** Files that are there. */
  readonly files: number;
  /** Events that are proven to be as they were written, up to the first problem. */
  readonly events: number;
  /** False for a chain whose process still runs or did not end in order. */
  readonly closed: boolean;
  /** Entries after the last that the head knows: if they were cut off nothing would show it. */
  readonly unsealed: number;
  /** True if the last line breaks off, as the death of a process in mid-write leaves it. No tampering. */
  readonly torn: boolean;
  /** Events that the process said it could not write. */
  readonly lost: number;
  readonly problem?: AuditProblem;
}

/** What {@link verifyAuditLog} found. */
export interface AuditReport {
  /** True if no chain has a problem. */
  readonly ok: boolean;
  /** In the order in which they began. */
  readonly chains: readonly AuditChainReport[];
}
