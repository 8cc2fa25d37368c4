import type {
  CallResult,
  FailedRecord,
  FailedRecords,
  RecordArtifact,
  RecordCall,
  RecordCheckpoint,
  RecordCheckpoints,
  RecordRunPorts,
  RecordRunResult,
  RecordSourceRequest,
  StepFailure,
} from '../../../src/index.ts';
import { runRecordPipeline } from '../../../src/index.ts';
import { FakeClock } from '../../fakes.ts';
import { compile } from '../compile/compile.ts';
import { words } from './words.ts';

/** Pages that remember how far they were read. */
export class FakeSource {
  readonly requests: RecordSourceRequest[] = [];
  pages = 0;
  given = 0;
  isClosed = false;
  readonly #records: readonly unknown[];
  readonly #pageSize: number;

  constructor(records: readonly unknown[], pageSize = 7) {
    this.#records = records;
    this.#pageSize = pageSize;
  }

  /** Goes on after the record that a request names. */
  readonly open = async function* (
    this: FakeSource,
    request: RecordSourceRequest,
  ): AsyncGenerator<readonly unknown[]> {
    this.requests.push(request);
    try {
      const first = request.after ? request.after.position + 1 : 0;
      for (let from = first; from < this.#records.length; from += this.#pageSize) {
        const page = this.#records.slice(from, from + this.#pageSize);
        this.pages += 1;
        this.given += page.length;
        yield page;
      }
    } finally {
      this.isClosed = true;
    }
  }.bind(this);
}

/** Text that can be cut back. */
class FakeArtifact implements RecordArtifact {
  text = '';
  writes = 0;

  get length(): number {
    return this.text.length;
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    this.writes += 1;
    this.text += String(chunk);
  }

  async truncate(length: number): Promise<void> {
    this.text = this.text.slice(0, length);
  }

  /** The rows between the head and the end. */
  get rows(): unknown[] {
    return this.text
      .split('\n')
      .filter((line) => /^[{["\d]/.test(line))
      .map((line) => JSON.parse(line));
  }
}

/** Failed records in memory. */
export class FakeFailed implements FailedRecords {
  records: FailedRecord[] = [];

  get length(): number {
    return this.records.length;
  }

  async write(failed: FailedRecord): Promise<void> {
    this.records.push(failed);
  }

  async truncate(length: number): Promise<void> {
    this.records.length = length;
  }
}

/** Checkpoints in memory, as JSON. */
export class FakeCheckpoints implements RecordCheckpoints {
  readonly all: RecordCheckpoint[] = [];
  kept: RecordCheckpoint | undefined = undefined;

  async keep(checkpoint: RecordCheckpoint): Promise<void> {
    this.all.push(checkpoint);
    this.kept = JSON.parse(JSON.stringify(checkpoint));
  }
}

/** What a fake operation does: gives a result, or fails with a {@link Fail}. */
export type Operation = (call: RecordCall) => unknown;

/** Makes a fake operation fail without throwing. */
export class Fail {
  readonly failure: StepFailure;

  constructor(failure: Partial<StepFailure> = {}) {
    this.failure = {
      code: 'DISCORD_NOT_FOUND',
      message: 'There is no such thing.',
      retriable: false,
      outcome: 'not_applied',
      ...failure,
    };
  }
}

/** Everything of one run that tests look at. */
export class FakeRun {
  readonly source: FakeSource;
  readonly artifact = new FakeArtifact();
  readonly failed = new FakeFailed();
  readonly calls: RecordCall[] = [];
  readonly signal = { aborted: false };
  readonly clock = new FakeClock();
  readonly #operations: Readonly<Record<string, Operation>>;
  readonly #more: Partial<RecordRunPorts>;

  constructor(
    records: readonly unknown[] | FakeSource,
    operations: Readonly<Record<string, Operation>> = {},
    more: Partial<RecordRunPorts> = {},
  ) {
    this.source = records instanceof FakeSource ? records : new FakeSource(records);
    this.#operations = operations;
    this.#more = more;
  }

  get ports(): RecordRunPorts {
    return {
      source: this.source.open,
      call: (call) => this.#call(call),
      artifact: this.artifact,
      failed: this.failed,
      signal: this.signal,
      clock: this.clock,
      maxRecords: 1_000_000,
      ...this.#more,
    };
  }

  run(spec: unknown): Promise<RecordRunResult> {
    return runRecordPipeline(compile(spec, words), this.ports);
  }

  async #call(call: RecordCall): Promise<CallResult> {
    this.calls.push(call);
    const result = await this.#operations[call.step.operation ?? '']?.(call);
    return result instanceof Fail ? { ok: false, error: result.failure } : { ok: true, result };
  }
}

/** A promise that a test settles when it wants to. */
export class Gate {
  #open: () => void = () => {};
  readonly passed: Promise<void>;

  constructor() {
    this.passed = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }
}

/** Lets everything run that only waits for promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}

/** Records `{ n: 0 }` and on. */
export function numbers(count: number): { readonly n: number }[] {
  return Array.from({ length: count }, (_, n) => ({ n }));
}
