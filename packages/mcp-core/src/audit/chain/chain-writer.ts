import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppendBytes, ChainFile } from './chain-file.ts';
import { type ChainStart, writeHead } from './chain-head.ts';
import { sealLine } from './chain-line.ts';
import { createChainName, toFileName } from './chain-names.ts';
import { HeadKeeper } from './head-keeper.ts';
import { type Position, type SealKeys, startPosition } from './seal.ts';
import { findSeenChains } from './seen-chains.ts';

/** The parts of a {@link ChainWriter}. */
export interface ChainSource {
  readonly folder: string;
  readonly keys: SealKeys;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** A file that has grown to this is followed by another. */
  readonly maximumBytes: number;
  /** How many files are kept. */
  readonly keepFiles: number;
  /** Milliseconds that the head may be behind. */
  readonly headInterval: number;
  readonly onProblem: (problem: unknown) => void;
  readonly append: AppendBytes | undefined;
}

/** Writes one chain: its files, one after another, and its head. Calls must not overlap. */
export class ChainWriter {
  readonly #source: ChainSource;
  readonly #chain: string;
  readonly #head: HeadKeeper;
  #position: Position = startPosition;
  #file: ChainFile | undefined;
  /** Where each file that is kept begins. */
  #starts: readonly ChainStart[] = [{ ...startPosition, file: 1 }];
  #closed = false;
  #displaced = false;

  constructor(source: ChainSource) {
    this.#source = source;
    this.#chain = createChainName(source.startedAt);
    this.#head = new HeadKeeper({
      write: () => this.#writeHead(),
      interval: source.headInterval,
      onProblem: source.onProblem,
    });
  }

  /** The file that is written now. */
  get path(): string {
    return this.#pathOf(this.#number);
  }

  /** Appends JSON objects as lines: all of them, or none if it rejects. */
  async append(objects: readonly string[]): Promise<void> {
    const file = await this.#openFile();
    const isFirst = this.#position.seq === 0;
    const all = isFirst ? [await this.#describeStart(), ...objects] : objects;
    let position = this.#position;
    let text = '';
    for (const json of all) {
      const sealed = sealLine(this.#chain, json, position, this.#source.keys);
      position = sealed.position;
      text += `${sealed.text}\n`;
    }
    await file.append(text);
    this.#position = position;
    this.#head.touch(all.length);
  }

  /** Waits until what was appended is on the disk. */
  async flush(): Promise<void> {
    await this.#file?.flush();
  }

  /** Says in the head that nothing follows, and closes the file. */
  async close(): Promise<void> {
    this.#head.stop();
    try {
      if (!this.#file) return;
      this.#closed = true;
      await this.#head.update();
    } finally {
      await this.#file?.close();
    }
  }

  get #number(): number {
    return this.#starts.at(-1)?.file ?? 1;
  }

  async #openFile(): Promise<ChainFile> {
    if (!this.#file) return this.#begin();
    // Lines that no head vouches for could be cut off without a trace.
    if (this.#head.failed && !this.#displaced) await this.#mendHead();
    const isFull = this.#file.size >= this.#source.maximumBytes;
    return isFull || this.#displaced ? this.#rotate() : this.#file;
  }

  async #mendHead(): Promise<void> {
    try {
      await this.#head.update();
    } catch (error) {
      if (!this.#displaced) throw error;
    }
  }

  /** The head comes before the file: a file without a head was tampered with. */
  async #begin(): Promise<ChainFile> {
    await this.#makeFolder();
    await this.#head.update();
    this.#file = await ChainFile.create(this.path, this.#source.append);
    return this.#file;
  }

  async #rotate(): Promise<ChainFile> {
    const old = this.#file;
    const number = this.#number + 1;
    await old?.flush();
    await this.#makeFolder();
    const file = await ChainFile.create(this.#pathOf(number), this.#source.append);
    this.#file = file;
    this.#displaced = false;
    const starts = [...this.#starts, { ...this.#position, file: number }];
    const expired = starts.slice(0, Math.max(0, starts.length - this.#source.keepFiles));
    this.#starts = starts.slice(expired.length);
    try {
      await this.#head.update();
    } finally {
      await old?.close();
    }
    // Only now does the head say that they are not missed.
    for (const { file: gone } of expired) await rm(this.#pathOf(gone), { force: true });
    return file;
  }

  async #writeHead(): Promise<void> {
    const file = this.#file;
    const [from = { ...startPosition, file: 1 }] = this.#starts;
    const head = {
      chain: this.#chain,
      ...this.#position,
      file: this.#number,
      from,
      closed: this.#closed,
    };
    // After a power cut the head must not know lines that the file has lost.
    await file?.flush();
    if (file && !(await file.isInPlace())) {
      this.#displaced = file === this.#file;
      throw new Error(`${file.path} was removed or replaced while it was being written.`);
    }
    await writeHead(this.#source.folder, head, this.#source.keys);
  }

  async #describeStart(): Promise<string> {
    const seen = await findSeenChains(this.#source.folder, this.#source.keys);
    return JSON.stringify({
      phase: 'start',
      at: new Date(this.#source.startedAt).toISOString(),
      seen: seen.filter(({ chain }) => chain !== this.#chain),
    });
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#source.folder, { recursive: true, mode: 0o700 });
  }

  #pathOf(number: number): string {
    return join(this.#source.folder, toFileName(this.#chain, number));
  }
}
