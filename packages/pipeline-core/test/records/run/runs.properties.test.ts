import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordCheckpoint, RecordCounts, RecordRunResult } from '../../../src/index.ts';
import { Fail, FakeCheckpoints, type FakeFailed, FakeRun, FakeSource, numbers } from './fakes.ts';
import { list, lookUp, note, rendered, sign } from './words.ts';

type Record = { readonly n: number };

const middle = fc.constantFrom(
  lookUp,
  { ...lookUp, transform: 'Spread' },
  { ...lookUp, operationSettings: { key: '{{n}}' } },
  { resource: 'Default', operation: 'Fetch' },
  { transform: 'Even' },
  { transform: 'Thrice' },
  { transform: 'Spread' },
  { transform: 'NotSeven' },
  { transform: 'Identity' },
  { transform: 'RecordToRecord', transformSettings: { fields: { m: '{{n}}' } } },
  note,
  sign,
);

const pipelines = fc.record({
  steps: fc
    .tuple(fc.constant(list), fc.array(middle, { maxLength: 4 }), fc.boolean())
    .map(([source, steps, renders]) => [source, ...steps, ...(renders ? [rendered] : [])]),
  onError: fc.constantFrom('fail', 'skip'),
});

const worlds = fc.record({
  records: fc.integer({ min: 0, max: 60 }),
  pageSize: fc.integer({ min: 1, max: 20 }),
  /** Turns of the event loop that calls take, by position. */
  delays: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 }),
  /** Every so many calls fails; 0 for never. */
  failsEach: fc.constantFrom(0, 0, 5, 13),
  outcome: fc.constantFrom('not_applied', 'unknown', 'applied' as const),
});

type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

function operationsIn(world: World, onCall: () => void = () => {}) {
  const work = async ({
    record,
    position,
  }: {
    readonly record: unknown;
    readonly position: number;
  }) => {
    onCall();
    const turns = world.delays[position % world.delays.length] ?? 0;
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const { n } = record as Record;
    const fails = world.failsEach > 0 && n % world.failsEach === world.failsEach - 1;
    return fails ? new Fail({ outcome: world.outcome }) : record;
  };
  return { 'Look up': work, Fetch: work, Note: work, Sign: work };
}

function expectSums(counts: RecordCounts, failed: FakeFailed): void {
  expect(counts.read).toBe(counts.processed + counts.unfinished);
  expect(counts.processed).toBe(counts.succeeded + counts.dropped + counts.failed + counts.unknown);
  expect(failed.records).toHaveLength(counts.failed + counts.unknown);
  let given = counts.read;
  for (const step of counts.steps) {
    expect(step.attempted).toBe(step.succeeded + step.failed + step.unknown);
    expect(step.attempted + step.abandoned).toBe(given);
    given = step.succeeded - step.dropped + step.fannedOut;
  }
  expect(counts.rows).toBe(given);
}

function expectOrder(positions: readonly number[]): void {
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
}

test('whatever happens, the counts add up, the order is kept, and every failure is listed once', async () => {
  const ends = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      pipelines,
      worlds,
      fc.option(fc.integer({ min: 0, max: 80 }), { freq: 2 }),
      async (spec, world, stopAt) => {
        let calls = 0;
        const source = new FakeSource(numbers(world.records), world.pageSize);
        const fake: FakeRun = new FakeRun(
          source,
          operationsIn(world, () => {
            calls += 1;
            if (calls === stopAt) fake.signal.aborted = true;
          }),
        );
        if (stopAt === 0) fake.signal.aborted = true;
        const result = await fake.run(spec);
        ends.set(result.status, (ends.get(result.status) ?? 0) + 1);
        expectSums(result.counts, fake.failed);
        expectOrder(fake.artifact.rows.map((row) => (row as Record).n));
        expectOrder(fake.failed.records.map(({ position }) => position));
        expectWritesInOrder(fake);
        if (result.status !== 'completed') return;
        expect(result.counts).toMatchObject({ read: world.records, unfinished: 0 });
      },
    ),
    { numRuns: 150 },
  );
  for (const status of ['completed', 'failed', 'stopped']) {
    expect(ends.get(status)).toBeGreaterThan(5);
  }
});

/** From the first write on, one record at a time is worked on, and each call is made once. */
function expectWritesInOrder(fake: FakeRun): void {
  const writing = fake.calls.filter(({ step }) => step.writes);
  expectOrder(writing.map(({ position }) => position));
  const keys = fake.calls.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
}

test('a stop at any call finishes what was written and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer({ min: 1, max: 60 }), async (world, stopAt) => {
      let calls = 0;
      const calm = { ...world, failsEach: 0 as const };
      const fake: FakeRun = new FakeRun(
        new FakeSource(numbers(world.records), world.pageSize),
        operationsIn(calm, () => {
          calls += 1;
          if (calls === stopAt) fake.signal.aborted = true;
        }),
      );
      await fake.run({ steps: [list, lookUp, { transform: 'Thrice' }, note, sign, rendered] });
      const notes = fake.calls.filter(({ step }) => step.operation === 'Note');
      const signs = fake.calls.filter(({ step }) => step.operation === 'Sign');
      expect(notes.length % 3).toBe(0);
      expect(signs).toHaveLength(notes.length);
      expect(fake.artifact.rows).toHaveLength(notes.length);
    }),
    { numRuns: 50 },
  );
});

/** A run that was ended by force at some call, and one that goes on from what it had kept. */
async function crashAndContinue(
  spec: object,
  world: World,
  crashAt: number,
): Promise<{
  readonly calls: readonly string[];
  readonly second: FakeRun;
  readonly result: RecordRunResult;
}> {
  let calls = 0;
  let left: { text: string; failed: FakeFailed['records']; kept: RecordCheckpoint | undefined } = {
    text: '',
    failed: [],
    kept: undefined,
  };
  const checkpoints = new FakeCheckpoints();
  const source = () => new FakeSource(numbers(world.records), world.pageSize);
  const made: string[] = [];
  const first: FakeRun = new FakeRun(
    source(),
    operationsIn(world, () => {
      calls += 1;
      if (calls === crashAt) {
        left = {
          text: first.artifact.text,
          failed: [...first.failed.records],
          kept: checkpoints.kept,
        };
      }
      if (calls <= crashAt) made.push(first.calls.at(-1)?.key ?? '');
    }),
    { checkpoints },
  );
  await first.run(spec);
  const again = new FakeCheckpoints();
  again.kept = left.kept;
  const second = new FakeRun(source(), operationsIn(world), { checkpoints: again });
  second.artifact.text = left.text;
  second.failed.records = left.failed;
  const result = await second.run(spec);
  return { calls: made, second, result };
}

test('a crash at any call loses nothing and repeats no finished record', async () => {
  const steps = [list, lookUp, { transform: 'Spread' }, note, sign, rendered];
  await fc.assert(
    fc.asyncProperty(worlds, fc.nat(200), async (world, somewhere) => {
      const spec = { steps, onError: 'skip', background: true };
      const whole = new FakeRun(
        new FakeSource(numbers(world.records), world.pageSize),
        operationsIn(world),
        { checkpoints: new FakeCheckpoints() },
      );
      const expected = await whole.run(spec);
      if (whole.calls.length === 0) return;
      const crashAt = 1 + (somewhere % whole.calls.length);
      const { calls, second, result } = await crashAndContinue(spec, world, crashAt);
      expect(result).toEqual(expected);
      expect(second.artifact.text).toBe(whole.artifact.text);
      expect(second.failed.records).toEqual(whole.failed.records);
      const repeated = second.calls.filter(({ key }) => calls.includes(key));
      expect(new Set(repeated.map(({ position }) => position)).size).toBeLessThanOrEqual(1);
    }),
    { numRuns: 50 },
  );
});
