/** What became of the values that reached one step. */
export interface RecordStepCounts {
  readonly step: number;
  /** Values that the step worked on: the sum of the three below. */
  readonly attempted: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Values whose call may have been applied. */
  readonly unknown: number;
  /** Succeeded values that gave nothing: a filter said no. */
  readonly dropped: number;
  /** Values that were given beyond the first, where one became many. */
  readonly fannedOut: number;
  /** Values that the step did not begin with, because the run was stopped. */
  readonly abandoned: number;
}

/**
 * How far a run has come. `read` is `processed` and `unfinished`; `processed` is `succeeded`,
 * `dropped`, `failed` and `unknown`. These count source records; `rows` and the steps count values.
 */
export interface RecordCounts {
  /** Source records that were taken from the source. */
  readonly read: number;
  /** Source records that have ended. */
  readonly processed: number;
  /** Source records of which something came through, and nothing failed. */
  readonly succeeded: number;
  /** Source records of which nothing came through, and nothing failed. */
  readonly dropped: number;
  /** Source records of which something failed. */
  readonly failed: number;
  /** Source records with a call that may have been applied. Never repeated. */
  readonly unknown: number;
  /** Source records that have not ended: in flight, or left when the run was stopped. */
  readonly unfinished: number;
  /** Values that came through the last step: the rows of an artifact. */
  readonly rows: number;
  readonly steps: readonly RecordStepCounts[];
}

type StepTally = Omit<Mutable<RecordStepCounts>, 'attempted'>;
type Mutable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/** Counts while a run works. */
export class RecordTally {
  read = 0;
  succeeded = 0;
  dropped = 0;
  failed = 0;
  unknown = 0;
  rows = 0;
  readonly steps: readonly StepTally[];

  /** @param kept what an earlier process had counted */
  constructor(steps: number, kept: RecordCounts | undefined) {
    const empty = { succeeded: 0, failed: 0, unknown: 0, dropped: 0, fannedOut: 0, abandoned: 0 };
    this.steps = Array.from({ length: steps }, (_, step) => {
      const { attempted: _sum, ...counted } = kept?.steps[step] ?? { attempted: 0, ...empty };
      return { ...counted, step };
    });
    if (!kept) return;
    this.read = kept.processed;
    this.succeeded = kept.succeeded;
    this.dropped = kept.dropped;
    this.failed = kept.failed;
    this.unknown = kept.unknown;
    this.rows = kept.rows;
  }

  toCounts(): RecordCounts {
    const { read, succeeded, dropped, failed, unknown, rows } = this;
    const processed = succeeded + dropped + failed + unknown;
    const steps = this.steps.map(({ step, ...counted }) => ({
      step,
      attempted: counted.succeeded + counted.failed + counted.unknown,
      ...counted,
    }));
    const unfinished = read - processed;
    return { read, processed, succeeded, dropped, failed, unknown, unfinished, rows, steps };
  }
}
