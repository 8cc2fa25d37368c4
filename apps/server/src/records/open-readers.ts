import { ToolError } from '@guildline/mcp-core';
import { type AllowedFiles, openAllowedFile } from './allowed-file.ts';
import { changedFile, type ReadRecords, type RecordItem, RecordReader } from './record-reader.ts';

/** Files that are kept open between two pages, so that a page does not begin at the first byte. */
const mostOpen = 8;

/** One page of a file. */
export interface RecordPage {
  readonly records: RecordItem[];
  readonly next_cursor?: string;
}

/** What is read of which file. */
export interface PageRequest {
  readonly path: string;
  /** Names how the file is read: the same file with other options is another reading. */
  readonly manner: string;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly read: ReadRecords;
}

/** Pages of files. A cursor holds where its page begins and what the file was then. */
export class OpenReaders {
  readonly #allowed: AllowedFiles;
  readonly #open = new Map<string, RecordReader>();

  constructor(allowed: AllowedFiles) {
    this.#allowed = allowed;
  }

  /** @throws ToolError if the file may not or cannot be read */
  async page(request: PageRequest): Promise<RecordPage> {
    const reader = await this.#find(request);
    try {
      const records = await reader.next(request.limit);
      if (!(await reader.hasMore())) {
        await reader.close();
        return { records };
      }
      const cursor = `${reader.position}.${reader.version}`;
      await this.#keep(toKey(request, cursor), reader);
      return { records, next_cursor: cursor };
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const readers = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(readers.map((reader) => reader.close()));
  }

  async #find(request: PageRequest): Promise<RecordReader> {
    const { path, cursor, read } = request;
    const position = cursor === undefined ? undefined : parseCursor(cursor);
    const key = toKey(request, cursor ?? '');
    const kept = this.#open.get(key);
    // Two readers of the same page do not share one: the second begins anew.
    this.#open.delete(key);
    if (kept) return kept;
    const reader = new RecordReader(await openAllowedFile(path, this.#allowed), read);
    if (!position) return reader;
    try {
      if (reader.version !== position.version) throw changedFile();
      await reader.skip(position.count);
      return reader;
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  async #keep(key: string, reader: RecordReader): Promise<void> {
    await this.#open.get(key)?.close();
    this.#open.delete(key);
    this.#open.set(key, reader);
    const [oldest] = this.#open;
    if (this.#open.size <= mostOpen || !oldest) return;
    this.#open.delete(oldest[0]);
    await oldest[1].close();
  }
}

function toKey({ path, manner }: PageRequest, cursor: string): string {
  return JSON.stringify([path, manner, cursor]);
}

function parseCursor(cursor: string): { readonly count: number; readonly version: string } {
  const [, count, version] = /^(\d{1,12})\.([a-z0-9-]{1,80})$/.exec(cursor) ?? [];
  if (count !== undefined && version !== undefined) return { count: Number(count), version };
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: 'cursor: Not a cursor of this tool. Pass next_cursor of the page before, unchanged.',
    details: { issues: [{ path: ['cursor'], message: 'Not a cursor of this tool.' }] },
  });
}
