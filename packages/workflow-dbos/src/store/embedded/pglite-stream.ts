import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** The type byte of the message that ends a connection. */
const terminate = 'X'.charCodeAt(0);
/** Ends whatever the session was left in the middle of: an extended query, a transaction. */
const reset: readonly Buffer[] = [
  Buffer.from('S\0\0\0\x04', 'latin1'),
  Buffer.from('Q\0\0\0\x0dROLLBACK\0', 'latin1'),
];

/** Makes the connections of a node-postgres pool to a PGlite of this process. */
export function createPgliteConnector(database: PGlite): () => Duplex {
  let newest: PgliteStream | undefined;
  return () => {
    const stream: PgliteStream = new PgliteStream(database, () => stream === newest);
    newest = stream;
    return stream;
  };
}

/**
 * A connection without port, socket and password. PGlite has one session, so only the newest
 * connection talks, and it begins by rolling back what the one before left open.
 *
 * PGlite's own adapter for node-postgres shares one connection object among all clients of a pool:
 * the first query that fails ends the next client's connection too.
 */
class PgliteStream extends Duplex {
  readonly #database: PGlite;
  readonly #isNewest: () => boolean;
  #received: Buffer = Buffer.alloc(0);
  #isFresh = true;

  constructor(database: PGlite, isNewest: () => boolean) {
    super();
    this.#database = database;
    this.#isNewest = isNewest;
  }

  /** What node-postgres calls on a socket. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    this.#send(this.#takeMessages()).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  /** Whole messages; the beginning of another one waits for its rest. */
  #takeMessages(): Buffer[] {
    const messages: Buffer[] = [];
    let offset = 0;
    for (;;) {
      const length = messageLength(this.#received, offset);
      if (length === undefined || offset + length > this.#received.length) break;
      messages.push(this.#received.subarray(offset, offset + length));
      offset += length;
    }
    this.#received = this.#received.subarray(offset);
    return messages;
  }

  async #send(messages: readonly Buffer[]): Promise<void> {
    // The database answers without ever waiting, and would let nothing else of the process happen.
    await nextTurn();
    await this.#database.runExclusive(async () => {
      for (const message of this.#isFresh ? [...reset, ...messages] : messages) {
        if (!this.#isNewest()) return;
        if (message[0] === terminate) {
          this.push(null);
          return;
        }
        const isAnswered = !reset.includes(message);
        await this.#database.execProtocolRawStream(new Uint8Array(message), {
          onRawData: (data) => {
            if (isAnswered && data.length > 0) this.push(Buffer.from(data));
          },
        });
      }
      this.#isFresh = false;
    });
  }
}

/** Of the message that begins there; the first of a connection has no type byte. */
function messageLength(bytes: Buffer, offset: number): number | undefined {
  if (bytes.length - offset < 5) return undefined;
  return bytes[offset] === 0 ? bytes.readInt32BE(offset) : 1 + bytes.readInt32BE(offset + 1);
}
