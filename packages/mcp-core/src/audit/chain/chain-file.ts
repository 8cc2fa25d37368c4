import { writeSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Appends bytes to an open file; tests put faults here. */
export type AppendBytes = (file: number, bytes: Buffer) => void | Promise<void>;

/**
 * In place, not through the thread pool: to hand a line to the operating system takes some five
 * microseconds, to let another thread do so ten times as long.
 */
const appendAll: AppendBytes = (file, bytes) => {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
};

/** One file of a chain that is being written. What cannot be written whole leaves nothing behind. */
export class ChainFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #append: AppendBytes;
  #size = 0;
  /** True if the file may hold a torn line after `#size`. */
  #torn = false;

  private constructor(path: string, handle: FileHandle, append: AppendBytes) {
    this.path = path;
    this.#handle = handle;
    this.#append = append;
  }

  /** Makes the file, readable by its owner only. Fails if there is something of that name. */
  static async create(path: string, append: AppendBytes = appendAll): Promise<ChainFile> {
    return new ChainFile(path, await open(path, 'ax', 0o600), append);
  }

  /** Bytes of whole lines. */
  get size(): number {
    return this.#size;
  }

  async append(text: string): Promise<void> {
    await this.#mend();
    const bytes = Buffer.from(text);
    try {
      await this.#append(this.#handle.fd, bytes);
      this.#size += bytes.length;
    } catch (error) {
      this.#torn = true;
      await this.#mend().catch(() => undefined);
      throw error;
    }
  }

  /** Waits until everything that was appended is on the disk. */
  flush(): Promise<void> {
    return this.#handle.datasync();
  }

  /** False if the file was removed or replaced, so that what is appended would be lost. */
  async isInPlace(): Promise<boolean> {
    const [ours, there] = await Promise.all([
      this.#handle.stat(),
      stat(this.path).catch(() => undefined),
    ]);
    return there?.ino === ours.ino && there.dev === ours.dev;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #mend(): Promise<void> {
    if (!this.#torn) return;
    await this.#handle.truncate(this.#size);
    this.#torn = false;
  }
}
