import type { CompiledRecordPipeline, CompiledRecordStep } from '../compile/record-plan.ts';
import { recordLimits } from '../record-limits.ts';
import { type FailedRecord, toFailedRecord } from './failed-record.ts';
import { Flight } from './flight.ts';
import { type RecordCounts, RecordTally } from './record-counts.ts';
import type { RecordInFlight, ValueInFlight } from './record-in-flight.ts';
import type { RecordCheckpoint, RecordRunPorts } from './record-run-ports.ts';
import type { RecordRunResult } from './record-run-result.ts';
import { RunStop, type ValueFailure } from './run-stop.ts';
import { Slots } from './slots.ts';
import { toRecordFailure } from './to-record-failure.ts';

/** What all stages of one run share: its records on their way, their counts, and whether it stops. */
export class RecordRun {
  readonly ports: RecordRunPorts;
  /** How far an earlier process came. */
  readonly kept: RecordCheckpoint | undefined;
  readonly flight: Flight;
  readonly tally: RecordTally;
  readonly stop: RunStop;
  /** The record that left last: everything up to it has ended. */
  last: RecordInFlight | undefined = undefined;
  readonly #pipeline: CompiledRecordPipeline;
  readonly #started: number;
  readonly #slots = new Map<string, Slots>();
  #turnEnds: number;
  #failures: FailedRecord[] = [];

  constructor(pipeline: CompiledRecordPipeline, ports: RecordRunPorts) {
    const kept = pipeline.plan.resumable ? ports.checkpoints?.kept : undefined;
    this.ports = ports;
    this.kept = kept;
    this.#pipeline = pipeline;
    this.#started = ports.clock.now();
    this.#turnEnds = this.#started + recordLimits.turn;
    this.stop = new RunStop(pipeline.plan, ports);
    this.tally = new RecordTally(pipeline.steps.length, kept?.counts);
    this.flight = new Flight(kept?.position ?? 0, (record) => this.#leave(record));
  }

  /** A step begins with a value, or leaves it because the run stops. */
  admits({ record }: ValueInFlight, step: number): boolean {
    if (this.stop.goesOn(record)) return true;
    this.abandon(record, step);
    return false;
  }

  /** The values with which a step begins. */
  admitAll(values: readonly ValueInFlight[], step: number): readonly ValueInFlight[] {
    if (!this.stop.isStopping) return values;
    return values.filter((value) => this.admits(value, step));
  }

  abandon(record: RecordInFlight, step: number): void {
    record.isAbandoned = true;
    this.#at(step).abandoned += 1;
    this.flight.replace(record, 0);
  }

  /** A step is done with a value and gives others for it. */
  pass({ record }: ValueInFlight, step: number, values: number): void {
    const counts = this.#at(step);
    counts.succeeded += 1;
    if (values === 0) counts.dropped += 1;
    else counts.fannedOut += values - 1;
    if (values !== 1) this.flight.replace(record, values);
  }

  /** A step is done with a value, and it has come through the last step. */
  deliver(record: RecordInFlight): void {
    record.rows += 1;
    this.tally.rows += 1;
    this.flight.replace(record, 0);
  }

  /** A value has failed. It ends; so does the run, unless failures are to be skipped. */
  reject({ record }: ValueInFlight, step: number, failure: ValueFailure): void {
    const { code, message, outcome = 'not_applied' } = failure;
    this.#at(step)[outcome === 'unknown' ? 'unknown' : 'failed'] += 1;
    record.reject({ step, code, message, outcome });
    if (this.#pipeline.plan.onError === 'fail') this.stop.halt(step, failure, record.position);
    this.flight.replace(record, 0);
  }

  /** The places for calls of a step's resource, shared by all steps that use it. */
  slotsOf({ call }: CompiledRecordStep): Slots {
    const name = call?.resource.name ?? '';
    const known = this.#slots.get(name);
    if (known) return known;
    const slots = new Slots(Math.max(1, call?.resource.concurrency ?? recordLimits.concurrency));
    this.#slots.set(name, slots);
    return slots;
  }

  /** Hands over the failed records that have ended, in the order of the source. */
  async flushFailures(): Promise<void> {
    const failures = this.#failures;
    this.#failures = [];
    for (const failed of failures) {
      try {
        await this.ports.failed?.write(failed);
      } catch (error) {
        this.stop.halt(failed.step, toRecordFailure('A failed record could not be listed', error));
        return;
      }
    }
  }

  /** Lets the rest of the process have a turn if this run has worked for long. */
  async pause(): Promise<void> {
    if (this.ports.pause === undefined || this.ports.clock.now() < this.#turnEnds) return;
    await this.ports.pause();
    this.#turnEnds = this.ports.clock.now() + recordLimits.turn;
  }

  toCounts(): RecordCounts {
    return this.tally.toCounts();
  }

  reportProgress(): void {
    try {
      this.ports.onProgress?.(this.toCounts());
    } catch {
      // The listener's defect is its own; the run goes on.
    }
  }

  toResult(): RecordRunResult {
    const counts = this.toCounts();
    const duration_ms = Math.max(0, Math.round(this.ports.clock.now() - this.#started));
    return { ...this.stop.toEnd(counts), truncated: this.stop.isTruncated, counts, duration_ms };
  }

  #leave(record: RecordInFlight): void {
    if (record.isAbandoned && !record.rejection) return;
    this.last = record;
    const failed = toFailedRecord(record, this.#pipeline.plan.steps);
    if (failed) this.#failures.push(failed);
    if (record.isUnknown) this.tally.unknown += 1;
    else if (failed) this.tally.failed += 1;
    else if (record.rows > 0) this.tally.succeeded += 1;
    else this.tally.dropped += 1;
  }

  #at(step: number): RecordTally['steps'][number] {
    return this.tally.steps[step] as RecordTally['steps'][number];
  }
}
