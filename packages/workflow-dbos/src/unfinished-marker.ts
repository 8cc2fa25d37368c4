import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const markerName = 'unfinished';

/**
 * True if runs in the folder may be queued, running or waiting, also after a crash: reason enough to
 * start the engine without being asked. Looks for one file; opens no database.
 */
export async function hasUnfinishedRuns(folder: string): Promise<boolean> {
  return access(join(folder, markerName)).then(
    () => true,
    () => false,
  );
}

/** Keeps the marker file right. It is there before the first run is, and may be there too long. */
export class UnfinishedMarker {
  readonly #folder: string;
  /** Undefined as long as nothing is known. */
  #isMarked: boolean | undefined;
  #queueing = 0;
  #queued = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Marks the folder, then runs what queues a run. */
  async mark<Result>(queue: () => Promise<Result>): Promise<Result> {
    this.#queueing += 1;
    try {
      if (this.#isMarked !== true) {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        await writeFile(join(this.#folder, markerName), '', { mode: 0o600 });
        this.#isMarked = true;
      }
      return await queue();
    } finally {
      this.#queueing -= 1;
      this.#queued += 1;
    }
  }

  /** Takes the mark away if nothing is unfinished, and nothing was queued while that was found out. */
  async review(hasUnfinished: () => Promise<boolean>): Promise<void> {
    const queued = this.#queued;
    if (this.#isMarked === false || this.#queueing > 0 || (await hasUnfinished())) return;
    if (this.#queueing > 0 || this.#queued !== queued) return;
    this.#isMarked = false;
    await rm(join(this.#folder, markerName), { force: true });
  }
}
