import type { Transport } from '@modelcontextprotocol/client';

/** Bytes of one message of an upstream; a larger one ends the connection. */
export const mostMessageBytes: number = 4 * 1024 * 1024;

/** A way to an upstream. */
export interface Way {
  readonly transport: Transport;
  /** To be called after an error: sees to it that what the transport gave up does end. */
  look(): void;
  close(): Promise<void>;
}
