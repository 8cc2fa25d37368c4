import type { AuditProblem, AuditProblemKind } from '../audit-report.ts';
import { type ChainLine, isGenuine, parseLine } from './chain-line.ts';
import type { FileLine } from './line-reader.ts';
import type { Position, SealKeys } from './seal.ts';

/** Codes of earlier lines that are remembered, to tell a copy from a forgery. */
const mostRemembered = 1000;

/** A statement, from outside the files, that the chain once stood at a position. */
export interface Anchor extends Position {
  /** Who states it, for a message: `its head`, or another chain. */
  readonly by: string;
}

/**
 * Follows a chain line by line. The first line that is not the one that was written next is a
 * problem; what comes after it proves nothing.
 */
export class ChainWalk {
  readonly #chain: string;
  readonly #keys: SealKeys;
  readonly #anchors: readonly Anchor[];
  readonly #anchored: ReadonlySet<number>;
  readonly #remembered = new Map<number, string>();
  #position: Position;
  #events = 0;
  #lost = 0;

  constructor(chain: string, keys: SealKeys, from: Position, anchors: readonly Anchor[]) {
    this.#chain = chain;
    this.#keys = keys;
    this.#position = from;
    this.#anchors = anchors;
    this.#anchored = new Set(anchors.map(({ seq }) => seq));
  }

  get position(): Position {
    return this.#position;
  }

  /** Events so far, without the lines that the log writes about itself. */
  get events(): number {
    return this.#events;
  }

  /** Events that could not be written, as the log says. */
  get lost(): number {
    return this.#lost;
  }

  /** Goes on to the next line, or says why it cannot be the next. */
  take(fileLine: FileLine, file: string): AuditProblem | undefined {
    const line = parseLine(fileLine.bytes);
    const wrong = this.#judge(line);
    if (wrong) return { kind: wrong[0], file, line: fileLine.number, message: wrong[1] };
    this.#accept(line as ChainLine);
    return undefined;
  }

  /** True if this is the line that is missed, found further down. */
  isMissed(fileLine: FileLine): boolean {
    const line = parseLine(fileLine.bytes);
    return (
      line?.chain === this.#chain &&
      line.seq === this.#position.seq + 1 &&
      isGenuine(line, this.#position.mac, this.#keys)
    );
  }

  #judge(line: ChainLine | undefined): readonly [AuditProblemKind, string] | undefined {
    const next = this.#position.seq + 1;
    if (!line) return ['garbage', `In place of entry ${next} stands what is no audit event.`];
    if (line.chain !== this.#chain) {
      return ['foreign', `In place of entry ${next} stands an entry of another chain.`];
    }
    if (line.seq < next) return this.#judgeEarlier(line);
    if (line.seq > next) {
      const missing =
        line.seq - next === 1 ? `Entry ${next} is` : `Entries ${next} to ${line.seq - 1} are`;
      return ['removed', `${missing} missing before entry ${line.seq}.`];
    }
    if (!isGenuine(line, this.#position.mac, this.#keys)) {
      return ['changed', `Entry ${next} is not what was written.`];
    }
    return this.#findContradiction(line);
  }

  #judgeEarlier({ seq, mac }: ChainLine): readonly [AuditProblemKind, string] {
    const known = this.#remembered.get(seq);
    return known === undefined || known === mac
      ? ['duplicated', `Entry ${seq} is there a second time.`]
      : ['changed', `In place of entry ${this.#position.seq + 1} stands a changed one.`];
  }

  #findContradiction({ seq, mac }: ChainLine): readonly [AuditProblemKind, string] | undefined {
    if (!this.#anchored.has(seq)) return undefined;
    const anchor = this.#anchors.find((stated) => stated.seq === seq && stated.mac !== mac);
    return anchor && ['changed', `Entry ${seq} is not the one that ${anchor.by} knows.`];
  }

  #accept({ seq, mac, content }: ChainLine): void {
    this.#position = { seq, mac };
    this.#remembered.set(seq, mac);
    this.#remembered.delete(seq - mostRemembered);
    const { phase, events } = content;
    if (phase === 'lost') this.#lost += Number(events);
    else if (phase !== 'start') this.#events += 1;
  }
}
