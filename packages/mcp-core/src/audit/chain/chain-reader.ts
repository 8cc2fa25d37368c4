import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEvent } from '../audit-event.ts';
import { parseLine } from './chain-line.ts';
import { startOfChain, toFileName } from './chain-names.ts';
import { type FileLine, readLines } from './line-reader.ts';

/** An event and where it stands. */
export interface AuditEntry {
  readonly chain: string;
  /** Its number in the chain. */
  readonly seq: number;
  /** The file's name, without its folder. */
  readonly file: string;
  readonly event: AuditEvent;
}

/** A line that is no event, and was passed over. */
export interface SkippedLine {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
}

/** Reads the events of one chain, and later those that were added since. */
export class ChainReader {
  readonly chain: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly #folder: string;
  readonly #onSkipped: (skipped: SkippedLine) => void;
  #numbers: readonly number[] = [];
  #number = 0;
  #next = { offset: 0, number: 1 };

  constructor(folder: string, chain: string, onSkipped: (skipped: SkippedLine) => void) {
    this.chain = chain;
    this.startedAt = startOfChain(chain);
    this.#folder = folder;
    this.#onSkipped = onSkipped;
  }

  /** Says which files there are now. A file before the last one is complete by then. */
  setFiles(numbers: readonly number[]): void {
    this.#numbers = numbers;
  }

  /** The events from where it stopped the last time up to the last whole line. */
  async *read(): AsyncGenerator<AuditEntry> {
    for (const number of this.#numbers.filter((known) => known >= this.#number)) {
      if (number !== this.#number) this.#next = { offset: 0, number: 1 };
      this.#number = number;
      yield* this.#readFile(toFileName(this.chain, number));
    }
  }

  async *#readFile(file: string): AsyncGenerator<AuditEntry> {
    const path = join(this.#folder, file);
    const size = await sizeOf(path);
    if (size === undefined || size <= this.#next.offset) return;
    for await (const line of readLines(path, this.#next)) {
      if (!line.complete) return;
      this.#next = { offset: line.end, number: line.number + 1 };
      const entry = this.#toEntry(line, file);
      if (entry) yield entry;
    }
  }

  #toEntry({ bytes, number }: FileLine, file: string): AuditEntry | undefined {
    const line = parseLine(bytes);
    if (line) {
      const { chain, seq, mac: _mac, ...event } = line.content;
      if (event['phase'] === 'start' || event['phase'] === 'lost') return undefined;
      if (isEvent(event)) return { chain: String(chain), seq: Number(seq), file, event };
    }
    this.#onSkipped({ file, line: number });
    return undefined;
  }
}

/** Undefined for what is no file, or gone by now. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isEvent(value: object): value is AuditEvent {
  const { phase, at, tool } = value as Partial<Record<keyof AuditEvent, unknown>>;
  return (
    (phase === 'intent' || phase === 'outcome') &&
    typeof at === 'string' &&
    typeof tool === 'string'
  );
}
