import type { Claim } from './execution.ts';
import type { NewRun, Run, RunEnding, RunPatch, RunStatus } from './run.ts';

/** What executes a run: one of its executions. */
export interface Owner {
  /** Tells the execution that the run's cancellation is asked for. */
  abort(): void;
  /** Resolves once no step is being worked on. */
  settled(): Promise<unknown>;
}

interface StoredClaim extends Claim {
  readonly owner: Owner;
}

const cancellable: ReadonlySet<RunStatus> = new Set([
  'queued',
  'waiting',
  'failed',
  'needs_review',
]);

const completed: ReadonlySet<RunStatus> = new Set(['completed', 'completed_with_errors']);

/** A run in memory. Values go in and out as JSON text, as in a database. */
export class MemoryRun {
  readonly id: string;
  readonly kind: string;
  readonly caller: string;
  readonly key: string | undefined;
  readonly createdAt: number;
  readonly #input: string;
  readonly #kept = new Map<number, string>();
  readonly #claims = new Map<number, StoredClaim>();
  status: RunStatus = 'queued';
  wakeAt: number | undefined;
  #endedAt: number;
  #note = 'null';
  #cancelRequested = false;
  /** True if the execution that runs, or the next one, is to be cancelled. */
  #isCancelled = false;
  #updatedAt: number;
  #owner: Owner | undefined;

  constructor({ id, kind, caller, key, input, given = [] }: NewRun, now: number) {
    this.id = id;
    this.kind = kind;
    this.caller = caller;
    this.key = key;
    this.createdAt = now;
    this.#updatedAt = now;
    this.#input = JSON.stringify(input ?? null);
    for (const [position, value] of given.entries()) this.keep(position, value);
    this.#endedAt = this.#kept.size;
  }

  get position(): number {
    return this.isBusy ? this.#kept.size : this.#endedAt;
  }

  get isBusy(): boolean {
    return this.status === 'queued' || this.status === 'running';
  }

  /** True if the run waits for nothing and nobody, so that it may be forgotten. */
  get isEnded(): boolean {
    return !this.isBusy && this.status !== 'waiting' && this.status !== 'needs_review';
  }

  view(): Run {
    const { id, kind, caller, key, status, position, wakeAt, createdAt } = this;
    return {
      id,
      kind,
      caller,
      key,
      status,
      position,
      wakeAt,
      createdAt,
      input: JSON.parse(this.#input),
      note: JSON.parse(this.#note),
      cancelRequested: this.#cancelRequested,
      updatedAt: this.#updatedAt,
    };
  }

  isStill({ status, position, updatedAt }: Run): boolean {
    if (this.isBusy || completed.has(status)) return false;
    return this.status === status && this.position === position && this.#updatedAt === updatedAt;
  }

  isOwnedBy(owner: Owner): boolean {
    return this.#owner === owner && this.status === 'running';
  }

  own(owner: Owner): void {
    this.#owner = owner;
    this.status = 'running';
    if (this.#isCancelled) owner.abort();
  }

  async inFlight(): Promise<unknown> {
    return this.status === 'running' ? await this.#owner?.settled() : undefined;
  }

  end({ status, position, note, wakeAt }: RunEnding, now: number): void {
    this.#owner = undefined;
    const isStopped = this.#isCancelled && cancellable.has(status);
    this.#endedAt = position;
    this.change({ status: isStopped ? 'cancelled' : status, note, wakeAt: wakeAt ?? null }, now);
  }

  change({ status, position, note, wakeAt }: RunPatch, now: number): void {
    if (status !== undefined) this.status = status;
    if (position !== undefined) this.#endedAt = position;
    if (note !== undefined) this.#note = JSON.stringify(note);
    if (wakeAt !== undefined) this.wakeAt = wakeAt ?? undefined;
    this.#updatedAt = Math.max(now, this.#updatedAt + 1);
  }

  /** Queues the run from where it stands. */
  requeue(note: unknown, now: number): void {
    for (const position of this.#kept.keys()) {
      if (position >= this.#endedAt) this.#kept.delete(position);
    }
    this.#isCancelled = false;
    this.change({ status: 'queued', note, wakeAt: null }, now);
  }

  cancel(now: number): void {
    const isRunning = this.status === 'running';
    if (!isRunning && !cancellable.has(this.status)) return;
    if (this.status === 'queued') this.#endedAt = this.#kept.size;
    this.#cancelRequested = true;
    this.#isCancelled = true;
    this.change(isRunning ? {} : { status: 'cancelled', wakeAt: null }, now);
    if (isRunning) this.#owner?.abort();
  }

  isKept(position: number): boolean {
    return this.#kept.has(position);
  }

  keep(position: number, value: unknown): void {
    this.#kept.set(position, JSON.stringify(value));
  }

  valueAt(position: number): unknown {
    return JSON.parse(this.#kept.get(position) as string);
  }

  values(): Map<number, unknown> {
    return new Map([...this.#kept].map(([position, json]) => [position, JSON.parse(json)]));
  }

  claim(position: number, until: number, owner: Owner, now: number): Claim | undefined {
    const before = this.#claims.get(position);
    this.#claims.set(position, {
      firstAt: before?.firstAt ?? now,
      until: Math.max(until, before?.until ?? until),
      owner,
    });
    if (!before || before.owner === owner) return undefined;
    return { firstAt: before.firstAt, until: before.until };
  }

  release(position: number): void {
    this.#claims.delete(position);
  }
}
