import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** The type byte of the message that ends a connection. */
const terminate = 'X'.charCodeAt(0);
/** Ends whatever the session was left in the middle of, and forgets the statements it had prepared. */
const reset = Buffer.concat([sync(), simpleQuery('ROLLBACK'), simpleQuery('DEALLOCATE ALL')]);

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
    this.#receive([chunk]).then(() => done(), done);
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#receive(chunks.map(({ chunk }) => chunk)).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  async #receive(chunks: readonly Buffer[]): Promise<void> {
    this.#received = Buffer.concat([this.#received, ...chunks]);
    const { whole, isLast } = this.#takeMessages();
    // The database answers without ever waiting, and would let nothing else of the process happen.
    await nextTurn();
    await this.#database.runExclusive(async () => {
      if (!this.#isNewest()) return;
      if (this.#isFresh) await this.#execute(reset, () => undefined);
      this.#isFresh = false;
      if (whole.length > 0) await this.#execute(whole, (data) => this.push(data));
      if (isLast) this.push(null);
    });
  }

  /** Whole messages up to the one that ends the connection; the beginning of another waits for its rest. */
  #takeMessages(): { readonly whole: Buffer; readonly isLast: boolean } {
    const received = this.#received;
    let end = 0;
    let isLast = false;
    for (;;) {
      const length = messageLength(received, end);
      if (length === undefined || end + length > received.length) break;
      isLast = received[end] === terminate;
      if (isLast) break;
      end += length;
    }
    this.#received = isLast ? Buffer.alloc(0) : received.subarray(end);
    return { whole: received.subarray(0, end), isLast };
  }

  /** The messages of a statement in one call: each call costs as much as a small message. */
  #execute(messages: Buffer, answer: (data: Buffer) => void): Promise<void> {
    return this.#database.execProtocolRawStream(messages, {
      onRawData: (data) => {
        // The database uses its memory again.
        if (data.length > 0) answer(Buffer.from(data));
      },
    });
  }
}

function sync(): Buffer {
  return Buffer.from('S\0\0\0\x04', 'latin1');
}

function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`Q\0\0\0\0${text}\0`, 'latin1');
  body.writeInt32BE(body.length - 1, 1);
  return body;
}

/** Of the message that begins there; the first of a connection has no type byte. */
function messageLength(bytes: Buffer, offset: number): number | undefined {
  if (bytes.length - offset < 5) return undefined;
  return bytes[offset] === 0 ? bytes.readInt32BE(offset) : 1 + bytes.readInt32BE(offset + 1);
}
