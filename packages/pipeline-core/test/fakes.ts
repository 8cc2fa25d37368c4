import type {
  CallResult,
  CallTool,
  Checkpoints,
  Clock,
  FindStepTool,
  JsonSchema,
  StepCall,
  StepFailure,
  StepRecord,
} from '../src/index.ts';

/** A clock that moves only when told to. */
export class FakeClock implements Clock {
  #now: number;

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** What a fake tool does with its arguments. */
export type Answer = (args: Readonly<Record<string, unknown>>, call: StepCall) => unknown;

/** Tools by name that remember how they were called. */
export class FakeTools {
  readonly calls: StepCall[] = [];
  readonly #answers: Readonly<Record<string, Answer>>;

  constructor(answers: Readonly<Record<string, Answer>>) {
    this.#answers = answers;
  }

  readonly call: CallTool = async (call): Promise<CallResult> => {
    this.calls.push(call);
    const answer = this.#answers[call.tool];
    if (!answer) throw new Error(`no fake for ${call.tool}`);
    const result = await answer(call.args, call);
    return result instanceof Failed ? { ok: false, error: result.failure } : { ok: true, result };
  };
}

/** Makes a fake tool fail without throwing. */
export class Failed {
  readonly failure: StepFailure;

  constructor(failure: Partial<StepFailure> = {}) {
    this.failure = {
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_EVENTS',
      retriable: false,
      outcome: 'not_applied',
      ...failure,
    };
  }
}

/** Finds every tool; those in `schemas` with a published result. */
export function findAny(schemas: Readonly<Record<string, JsonSchema>> = {}): FindStepTool {
  return (name) => ({ tool: { outputSchema: schemas[name], checkArguments: () => [] } });
}

/** Checkpoints in memory. */
export class FakeCheckpoints implements Checkpoints {
  readonly records = new Map<number, StepRecord>();

  isKept(index: number): boolean {
    return this.records.has(index);
  }

  async keep(index: number, run: () => Promise<StepRecord>): Promise<StepRecord> {
    const kept = this.records.get(index);
    if (kept) return kept;
    const record = await run();
    this.records.set(index, record);
    return record;
  }
}
