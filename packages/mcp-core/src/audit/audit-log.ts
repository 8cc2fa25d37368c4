import type { Clock } from '@guildline/pipeline-core';
import type { AuditEvent } from './audit-event.ts';
import type { AuditSink } from './audit-sink.ts';
import type { AppendBytes } from './chain/chain-file.ts';
import { ChainWriter } from './chain/chain-writer.ts';
import { toSealKeys } from './chain/seal.ts';

/** What {@link createAuditLog} needs. */
export interface AuditLogSource {
  /** Where the files go; several processes may share it. Made with the first event. */
  readonly folder: string;
  /** At least 32 bytes; asked for with the first event, and again until it is given. */
  readonly key: () => Promise<Uint8Array>;
  readonly clock: Clock;
  /** Bytes after which a new file is begun. Defaults to 16 MiB. */
  readonly maximumBytes?: number | undefined;
  /** How many files of its chain the process keeps, at least 1. Defaults to all. */
  readonly keepFiles?: number | undefined;
  /**
   * True to wait before each call until its intent is on the disk, so that it survives a power cut.
   * It takes as long as the disk takes, some milliseconds. Defaults to false: events survive the
   * death of the process, and of the machine except for the last second.
   */
  readonly flushIntents?: boolean | undefined;
  /** Milliseconds that the head may be behind the lines. Defaults to a second. */
  readonly headInterval?: number | undefined;
  /** Told once when the log can no longer be written, and once when it can again. */
  readonly report?: ((message: string) => void) | undefined;
  /** Stands in for the disk in tests. */
  readonly append?: AppendBytes | undefined;
}

/** An audit log that shows when it was tampered with. */
export interface AuditLog extends AuditSink {
  /** Ends the chain: nothing can follow without a trace. A later event begins another. */
  close(): Promise<void>;
}

/**
 * An audit log of JSON lines, in one chain per process: each line carries a code over itself and the
 * line before, and a signed head says how far the chain has come. `verifyAuditLog` checks it.
 *
 * While a line cannot be written `write` rejects, for every event. Outcomes are kept then and
 * written, late but in order, before the next event that succeeds.
 */
export function createAuditLog(source: AuditLogSource): AuditLog {
  return new ChainedAuditLog(source);
}

interface QueuedEvent {
  readonly json: string;
  readonly phase: AuditEvent['phase'];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Events that go into one write. */
const mostAtOnce = 200;
/** Outcomes that are kept while nothing can be written. */
const mostKept = 1000;

class ChainedAuditLog implements AuditLog {
  readonly #source: AuditLogSource;
  #chain: ChainWriter | undefined;
  #queue: QueuedEvent[] = [];
  #last: Promise<void> = Promise.resolve();
  /** Outcomes that were not written, and how many more there were. */
  #kept: string[] = [];
  #lost = 0;
  #isBroken = false;

  constructor(source: AuditLogSource) {
    this.#source = source;
  }

  async write(event: AuditEvent): Promise<void> {
    const json = JSON.stringify(event);
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ json, phase: event.phase, resolve, reject });
      if (this.#queue.length === 1) void this.#afterwards(() => this.#drain());
    });
  }

  close(): Promise<void> {
    return this.#afterwards(async () => {
      if (this.#kept.length > 0) await this.#store([]);
      const chain = this.#chain;
      this.#chain = undefined;
      await chain?.close().catch((problem: unknown) => this.#noteProblem(problem, chain));
    });
  }

  /** One after another: a chain takes no two calls at once. */
  #afterwards(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work);
    return this.#last;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) await this.#store(this.#queue.splice(0, mostAtOnce));
  }

  /** Never rejects; whoever wrote an event is told. */
  async #store(events: readonly QueuedEvent[]): Promise<void> {
    let isWritten = false;
    try {
      this.#chain ??= await this.#begin();
      await this.#chain.append([...this.#backlog(), ...events.map(({ json }) => json)]);
      isWritten = true;
      this.#kept = [];
      this.#lost = 0;
      if (this.#source.flushIntents && events.some(({ phase }) => phase === 'intent')) {
        await this.#chain.flush();
      }
      this.#noteRecovery();
      for (const { resolve } of events) resolve();
    } catch (problem) {
      if (!isWritten) this.#keepOutcomes(events);
      const error = this.#noteProblem(problem, this.#chain);
      for (const { reject } of events) reject(error);
    }
  }

  async #begin(): Promise<ChainWriter> {
    const { folder, key, clock, maximumBytes, keepFiles, headInterval, append } = this.#source;
    const chain: ChainWriter = new ChainWriter({
      folder,
      keys: toSealKeys(await key()),
      startedAt: clock.now(),
      maximumBytes: maximumBytes ?? 16 * 1024 * 1024,
      keepFiles: Math.max(1, keepFiles ?? Number.POSITIVE_INFINITY),
      headInterval: headInterval ?? 1000,
      onProblem: (problem) => this.#noteProblem(problem, chain),
      append,
    });
    return chain;
  }

  #backlog(): readonly string[] {
    if (this.#lost === 0) return this.#kept;
    return [...this.#kept, JSON.stringify({ phase: 'lost', events: this.#lost })];
  }

  #keepOutcomes(events: readonly QueuedEvent[]): void {
    const outcomes = events.filter(({ phase }) => phase === 'outcome').map(({ json }) => json);
    const room = mostKept - this.#kept.length;
    this.#kept.push(...outcomes.slice(0, room));
    this.#lost += Math.max(0, outcomes.length - room);
  }

  #noteProblem(problem: unknown, chain: ChainWriter | undefined): Error {
    const reason = problem instanceof Error ? problem.message : String(problem);
    const place = chain?.path ?? this.#source.folder;
    const message = `The audit log ${place} cannot be written: ${reason}${/[.!?]$/.test(reason) ? '' : '.'} ${adviceFor(problem, this.#source.folder)}`;
    if (!this.#isBroken) this.#tell(message);
    this.#isBroken = true;
    return new Error(message, { cause: problem });
  }

  #noteRecovery(): void {
    if (!this.#isBroken) return;
    this.#isBroken = false;
    this.#tell(`The audit log in ${this.#source.folder} can be written again.`);
  }

  #tell(message: string): void {
    try {
      this.#source.report?.(message);
    } catch {
      // Whoever listens must not stop the log.
    }
  }
}

function adviceFor(problem: unknown, folder: string): string {
  switch ((problem as NodeJS.ErrnoException | undefined)?.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `Free space where ${folder} is.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Make ${folder} writable for the user that runs the server.`;
    default:
      return `Look into ${folder}; it takes events again as soon as that is mended.`;
  }
}
