import type { Writable } from 'node:stream';
import type { SessionFlags } from '../../session.ts';
import type { Terminal } from '../../terminal/ask-approval.ts';

/** The flags of every command about workflows. */
export interface WorkflowFlags extends SessionFlags {
  readonly json?: boolean | undefined;
}

/** Where the commands print, and whom they ask. */
export interface CommandStreams {
  readonly output: Writable & { readonly isTTY?: boolean; readonly rows?: number };
  readonly errors: Writable;
  /** Absent if nobody is there to be asked. */
  readonly terminal: Terminal | undefined;
}

/** The streams of this process. */
export function ownStreams(): CommandStreams {
  const { stdin, stdout, stderr } = process;
  const isAsked = stdin.isTTY === true && stderr.isTTY === true;
  return {
    output: stdout,
    errors: stderr,
    terminal: isAsked ? { input: stdin, output: stderr } : undefined,
  };
}
