import type { CompiledRecordStep } from '../compile/record-plan.ts';
import { recordLimits } from '../record-limits.ts';
import { UnreadableRecord } from '../unreadable-record.ts';
import type { ValueStream } from './call-values.ts';
import type { ValueInFlight } from './record-in-flight.ts';
import type { RecordRun } from './record-run.ts';
import { SourcePages } from './source-pages.ts';

/** How a source is read. */
export interface SourceReading {
  /** Records that the whole run may take, those of earlier processes included. */
  readonly cap: number;
  /** Records after which all on their way are finished and the progress is kept; none to never do so. */
  readonly perCheckpoint: number | undefined;
  /** Keeps the progress. Called while nothing is on its way. */
  keep(): Promise<void>;
}

/**
 * Step 0: takes records from the source as long as there is room for them, the cap is not reached and
 * the run is not stopped. What lies behind the cap is not handed on, but it is noticed.
 */
export async function* readSource(
  step: CompiledRecordStep,
  reading: SourceReading,
  run: RecordRun,
): ValueStream {
  const admission = new Admission(reading, run);
  const pages = new SourcePages(step, admission.left, run);
  try {
    while (!admission.isClosed) {
      await run.pause();
      const page = run.stop.cutIfStopping() ? undefined : await pages.next();
      if (!page) return;
      yield* enterPage(page, !step.transform, admission, run);
    }
  } finally {
    await pages.close();
  }
}

async function* enterPage(
  page: readonly unknown[],
  isPassedOn: boolean,
  admission: Admission,
  run: RecordRun,
): ValueStream {
  let from = 0;
  while (from < page.length) {
    const size = await admission.next(page.length - from);
    if (size === 0) return;
    const part = page.slice(from, from + size);
    from += part.length;
    const values = enter(part, isPassedOn, run);
    if (values.length > 0) yield values;
  }
}

/** Decides how many records may come in next. */
class Admission {
  /** Records until the cap. */
  left: number;
  /** True once no record may come in any more. */
  isClosed = false;
  readonly #reading: SourceReading;
  readonly #run: RecordRun;
  #sinceCheckpoint = 0;

  constructor(reading: SourceReading, run: RecordRun) {
    this.#reading = reading;
    this.#run = run;
    this.left = Math.max(0, reading.cap - run.tally.read);
  }

  /** How many of some records come in, once there is room; 0 if none may any more. */
  async next(records: number): Promise<number> {
    const { perCheckpoint = Number.POSITIVE_INFINITY } = this.#reading;
    await this.#makeRoom(perCheckpoint);
    if (!this.#run.stop.cutIfStopping() && this.left === 0) this.#run.stop.isTruncated = true;
    this.isClosed = this.#run.stop.isCut || this.#run.stop.isTruncated;
    if (this.isClosed) return 0;
    const due = perCheckpoint - this.#sinceCheckpoint;
    const size = Math.min(records, recordLimits.batch, this.left, due);
    this.left -= size;
    this.#sinceCheckpoint += size;
    return size;
  }

  async #makeRoom(perCheckpoint: number): Promise<void> {
    const run = this.#run;
    const isDue = this.#sinceCheckpoint >= perCheckpoint;
    await run.flight.atMost(isDue ? 0 : recordLimits.recordsInFlight - recordLimits.batch);
    await run.flushFailures();
    run.reportProgress();
    await run.pause();
    if (!isDue || run.stop.isStopping) return;
    this.#sinceCheckpoint = 0;
    await this.#reading.keep();
  }
}

function enter(
  records: readonly unknown[],
  isPassedOn: boolean,
  run: RecordRun,
): readonly ValueInFlight[] {
  const values: ValueInFlight[] = [];
  for (const source of records) {
    run.tally.read += 1;
    const isUnreadable = source instanceof UnreadableRecord;
    const record = run.flight.enter(isUnreadable ? source.source : source);
    const value = { record, value: source, incoming: source };
    if (isUnreadable) run.reject(value, 0, source.failure);
    else {
      if (isPassedOn) run.pass(value, 0, 1);
      values.push(value);
    }
  }
  return values;
}
