import { ToolError } from '@guildline/mcp-core';
import { type DataRecord, RecordError, UnreadableRecord } from '@guildline/pipeline-core';
import { type AllowedFile, versionOf } from './allowed-file.ts';

/** Makes records of the text of a file. */
export type ReadRecords = (
  text: AsyncIterable<Uint8Array>,
) => AsyncGenerator<readonly (DataRecord | UnreadableRecord)[]>;

/** An item of a page: a record, or why there is none and what stood there. */
export type RecordItem = Record<string, unknown>;

/** Characters of JSON after which a page ends before it is full. */
const mostCharacters = 1024 * 1024;

/** A file that is read record by record, as far as somebody asks. */
export class RecordReader {
  readonly #file: AllowedFile;
  readonly #pages: AsyncGenerator<readonly (DataRecord | UnreadableRecord)[]>;
  #waiting: (DataRecord | UnreadableRecord)[] = [];
  #position = 0;

  constructor(file: AllowedFile, read: ReadRecords) {
    this.#file = file;
    const { handle, size } = file;
    const text =
      size === 0 ? toAsync([]) : handle.createReadStream({ end: size - 1, autoClose: false });
    this.#pages = read(text);
  }

  /** Records that were given or left out. */
  get position(): number {
    return this.#position;
  }

  get version(): string {
    return this.#file.version;
  }

  /**
   * The next records, fewer than asked for if they are large; none at the end.
   *
   * @throws ToolError if the file cannot be read as records, or has changed since it was opened
   */
  async next(limit: number): Promise<RecordItem[]> {
    const items: RecordItem[] = [];
    let characters = 0;
    while (items.length < limit && characters < mostCharacters && (await this.#fill())) {
      const item = toItem(this.#waiting.shift());
      this.#position += 1;
      characters += JSON.stringify(item).length;
      items.push(item);
    }
    await this.#holdAgainstChange();
    return items;
  }

  /** True if there is at least one record more. */
  hasMore(): Promise<boolean> {
    return this.#fill();
  }

  /** Leaves records out. */
  async skip(count: number): Promise<void> {
    for (let left = count; left > 0 && (await this.#fill()); left -= 1) {
      this.#waiting.shift();
      this.#position += 1;
    }
  }

  async close(): Promise<void> {
    await this.#pages.return(undefined).catch(() => undefined);
    await this.#file.handle.close().catch(() => undefined);
  }

  async #fill(): Promise<boolean> {
    while (this.#waiting.length === 0) {
      const { done, value } = await this.#readPage();
      if (done) return false;
      this.#waiting = [...value];
    }
    return true;
  }

  async #readPage(): Promise<IteratorResult<readonly (DataRecord | UnreadableRecord)[], unknown>> {
    try {
      return await this.#pages.next();
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      throw new ToolError({ code: 'RECORD_SOURCE_INVALID', message: error.message });
    }
  }

  async #holdAgainstChange(): Promise<void> {
    if ((await versionOf(this.#file.handle)) !== this.#file.version) throw changedFile();
  }
}

/** The error of a file that is not any more what its cursor was made for. */
export function changedFile(): ToolError {
  return new ToolError({
    code: 'RECORD_SOURCE_INVALID',
    message: 'The file was changed while it was being read. Read it again from the beginning.',
  });
}

function toItem(record: DataRecord | UnreadableRecord | undefined): RecordItem {
  if (!(record instanceof UnreadableRecord)) return { ...record };
  return { __unreadable: record.failure, source: record.source };
}

async function* toAsync(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
