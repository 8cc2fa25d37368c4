import { describe, expect, test } from 'vitest';
import { runRecordPipeline } from '../../../src/index.ts';
import { compile } from '../compile/compile.ts';
import { transform } from '../vocabulary.ts';
import { Fail, FakeRun, FakeSource, numbers } from './fakes.ts';
import { list, lookUp, note, rendered, sign, words } from './words.ts';

const echo = ({ record }: { readonly record: unknown }) => record;

test('a stop of a writing run of 10,000 records ends after the record in flight', async () => {
  const fake = new FakeRun(new FakeSource(numbers(10_000), 1000), {
    'Look up': echo,
    Note: ({ record, position }) => {
      fake.signal.aborted = position === 120;
      return record;
    },
    Sign: echo,
  });
  const result = await fake.run({ steps: [list, lookUp, note, sign, rendered] });
  expect(result).toMatchObject({
    status: 'stopped',
    truncated: false,
    error: { phase: 'execution', code: 'CANCELLED' },
    counts: { processed: 121, succeeded: 121, failed: 0, rows: 121 },
  });
  expect(fake.artifact.rows).toEqual(numbers(121));
  expect(fake.calls.filter(({ step }) => step.operation === 'Note')).toHaveLength(121);
  expect(fake.calls.filter(({ step }) => step.operation === 'Sign')).toHaveLength(121);
  expect(result.counts.read).toBe(result.counts.processed + result.counts.unfinished);
  expect(fake.failed.records).toEqual([]);
  expect(fake.artifact.text).toMatch(/end 121\n$/);
  expect(fake.source.isClosed).toBe(true);
});

test('a stop before the first record reads nothing', async () => {
  const fake = new FakeRun(numbers(10));
  fake.signal.aborted = true;
  const result = await fake.run({ steps: [list, note, rendered] });
  expect(result).toMatchObject({ status: 'stopped', counts: { read: 0 } });
  expect(fake.source.pages).toBe(0);
  expect(fake.calls).toEqual([]);
});

test('a stop that comes when all is done changes nothing', async () => {
  const fake = new FakeRun(numbers(10));
  const write = fake.artifact.write.bind(fake.artifact);
  fake.artifact.write = async (chunk) => {
    await write(chunk);
    fake.signal.aborted = String(chunk).startsWith('end');
  };
  expect((await fake.run({ steps: [list, rendered] })).status).toBe('completed');
});

test('a record of which one part was written is finished with all its parts', async () => {
  const fake = new FakeRun(numbers(10), {
    Note: ({ record }) => {
      fake.signal.aborted = (record as { n: number; part: number }).n === 4;
      return record;
    },
  });
  const { counts } = await fake.run({ steps: [list, { transform: 'Thrice' }, note, rendered] });
  expect(counts).toMatchObject({ processed: 5, rows: 15 });
  expect(fake.calls).toHaveLength(15);
});

test('lookups ahead of the first write are left when the run stops', async () => {
  const fake = new FakeRun(numbers(50), {
    'Look up': echo,
    Note: ({ record, position }) => {
      fake.signal.aborted = position === 10;
      return record;
    },
  });
  const { counts } = await fake.run({ steps: [list, lookUp, note] });
  expect(counts.processed).toBe(11);
  expect(counts.steps[1]?.attempted).toBeGreaterThan(11);
  expect(counts.steps[2]).toMatchObject({ attempted: 11, succeeded: 11 });
  expect(counts.steps.reduce((sum, step) => sum + step.abandoned, 0)).toBe(counts.unfinished);
});

test('a lookup that was cancelled by the stop is no failure', async () => {
  const fake = new FakeRun(numbers(50), {
    'Look up': ({ position, record }) => {
      fake.signal.aborted ||= position === 10;
      return fake.signal.aborted ? new Fail({ code: 'CANCELLED' }) : record;
    },
  });
  const result = await fake.run({ steps: [list, lookUp, rendered] });
  expect(result).toMatchObject({ status: 'stopped', counts: { failed: 0 } });
  expect(fake.failed.records).toEqual([]);
});

test('a write that was cancelled by the stop is a failure with its outcome', async () => {
  const fake = new FakeRun(numbers(50), {
    Note: ({ position }) => {
      fake.signal.aborted = position === 3;
      return fake.signal.aborted ? new Fail({ code: 'CANCELLED', outcome: 'unknown' }) : {};
    },
  });
  const result = await fake.run({ steps: [list, note], onError: 'skip' });
  expect(result).toMatchObject({ status: 'stopped', counts: { processed: 4, unknown: 1 } });
});

test('the deadline stops a run like a person', async () => {
  const fake = new FakeRun(
    numbers(50),
    {
      Note: ({ record }) => {
        fake.clock.pass(10);
        return record;
      },
    },
    { deadline: 1_000_095 },
  );
  const result = await fake.run({ steps: [list, note] });
  expect(result).toMatchObject({
    status: 'stopped',
    error: { code: 'PIPELINE_TIMEOUT' },
    counts: { processed: 10 },
    duration_ms: 100,
  });
  expect(result.error?.message).toMatch(/^The deadline came after 10 records\./);
});

describe('a source that is stopped', () => {
  test('sees the signal, and may throw: that is no failure', async () => {
    const signals: boolean[] = [];
    const source: FakeRun['source']['open'] = async function* ({ signal }) {
      signals.push(signal.aborted);
      yield numbers(3);
      signals.push(signal.aborted);
      throw new Error('aborted');
    };
    const fake = new FakeRun(
      [],
      {
        Note: ({ record, position }) => {
          fake.signal.aborted = position === 2;
          return record;
        },
      },
      { source },
    );
    // The source is asked for its next page only after the third record, when the run stops already.
    const result = await fake.run({ steps: [list, note] });
    expect(result).toMatchObject({ status: 'stopped', counts: { processed: 3 } });
    expect(signals).toEqual([false]);
  });

  test('while it is asked for a page is not blamed', async () => {
    const fake = new FakeRun(
      [],
      {},
      {
        source: async function* () {
          yield numbers(3);
          fake.signal.aborted = true;
          throw new Error('aborted');
        },
      },
    );
    expect(await fake.run({ steps: [list] })).toMatchObject({
      status: 'stopped',
      counts: { processed: 3, rows: 3 },
    });
  });

  test('and ends instead has been cut all the same', async () => {
    const fake = new FakeRun(
      [],
      {},
      {
        source: async function* () {
          yield numbers(3);
          fake.signal.aborted = true;
        },
      },
    );
    expect((await fake.run({ steps: [list] })).status).toBe('stopped');
  });
});

describe('a transform that stops in the middle of a batch', () => {
  const halting = transform('Halting', {
    open: async (_settings, { signal }) => ({
      apply: async (values) => {
        const stops = values.some((value) => (value as { n: number }).n === 10);
        if (stops) fakeSignal.aborted = true;
        return values.map((value) =>
          signal.aborted && (value as { n: number }).n > 8
            ? { failure: { code: 'CANCELLED', message: 'not run' } }
            : { values: [value] },
        );
      },
      finish: async () => {},
      close: async () => {},
    }),
  });
  let fakeSignal = { aborted: false };
  const vocabulary = { ...words, transforms: [...words.transforms, halting] };

  async function run(steps: readonly object[]) {
    const fake = new FakeRun(numbers(50), { Note: echo });
    fakeSignal = fake.signal;
    const result = await runRecordPipeline(compile({ steps }, vocabulary), fake.ports);
    return { fake, result };
  }

  test('fails none of the records that it did not begin with', async () => {
    const { fake, result } = await run([list, { transform: 'Halting' }, rendered]);
    expect(result).toMatchObject({ status: 'stopped', counts: { failed: 0 } });
    expect(fake.failed.records).toEqual([]);
  });

  test('is not told of the stop while it works on a record that was written', async () => {
    const { result } = await run([list, note, { transform: 'Halting' }, rendered]);
    expect(result).toMatchObject({
      status: 'stopped',
      counts: { processed: 11, failed: 0, rows: 11 },
    });
  });
});
