/** Lines that a head may be behind its chain. */
const mostLines = 1000;

/** When a {@link HeadKeeper} writes. */
export interface HeadKeeperSource {
  /** Writes the head as of now. */
  readonly write: () => Promise<void>;
  /** Milliseconds that a head may be behind its chain. */
  readonly interval: number;
  /** Told when a head that was due could not be written. */
  readonly onProblem: (problem: unknown) => void;
}

/**
 * Decides when a chain's head is written: a moment after the last line, or sooner after many. Does
 * not keep the process alive.
 */
export class HeadKeeper {
  readonly #source: HeadKeeperSource;
  #last: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #behind = 0;
  #failed = false;

  constructor(source: HeadKeeperSource) {
    this.#source = source;
  }

  /** True if the last attempt to write the head failed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Says that lines were written which the head does not know. */
  touch(lines: number): void {
    this.#behind += lines;
    if (this.#behind >= mostLines) this.#updateSoon();
    else this.#timer ??= setTimeout(() => this.#updateSoon(), this.#source.interval).unref();
  }

  /** Writes the head now, after any attempt that is under way. */
  update(): Promise<void> {
    this.stop();
    const updated = this.#last.then(this.#source.write).then(
      () => {
        this.#failed = false;
      },
      (problem: unknown) => {
        this.#failed = true;
        throw problem;
      },
    );
    this.#last = updated.catch(() => undefined);
    return updated;
  }

  /** Forgets what was due. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#behind = 0;
  }

  #updateSoon(): void {
    this.update().catch(this.#source.onProblem);
  }
}
