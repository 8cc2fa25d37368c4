import { describe, expect, test } from 'vitest';
import {
  RecordError,
  runRecordPipeline,
  type Transform,
  UnreadableRecord,
} from '../../../src/index.ts';
import { compile } from '../compile/compile.ts';
import { transform } from '../vocabulary.ts';
import { Fail, FakeRun, FakeSource, numbers, settle } from './fakes.ts';
import { list, lookUp, note, rendered, sign, words } from './words.ts';

const failAt = (...positions: readonly number[]) => ({
  'Look up': ({ position, record }: { readonly position: number; readonly record: unknown }) =>
    positions.includes(position) ? new Fail() : record,
});

describe('a failed record', () => {
  const steps = [list, { ...lookUp, id: 'lookup' }, rendered];

  test('ends the run, which says where and why', async () => {
    const fake = new FakeRun(numbers(30), failAt(12));
    const result = await fake.run({ steps });
    expect(result).toMatchObject({
      status: 'failed',
      error: {
        step: 1,
        id: 'lookup',
        phase: 'execution',
        code: 'DISCORD_NOT_FOUND',
        message: 'There is no such thing.',
        outcome: 'not_applied',
      },
      counts: { failed: 1, succeeded: 12, rows: 12 },
    });
    expect(fake.artifact.rows).toEqual(numbers(12));
    expect(fake.calls.length).toBeLessThanOrEqual(12 + 3);
    expect(fake.failed.records).toMatchObject([{ position: 12, record: { n: 12 } }]);
  });

  test('is skipped, counted and listed if the spec says so', async () => {
    const fake = new FakeRun(numbers(30), failAt(3, 12, 29));
    const result = await fake.run({ steps, onError: 'skip' });
    expect(result).toMatchObject({
      status: 'completed',
      counts: { read: 30, processed: 30, failed: 3, succeeded: 27, rows: 27 },
    });
    expect(result.counts.steps[1]).toMatchObject({ attempted: 30, succeeded: 27, failed: 3 });
    expect(fake.failed.records).toEqual(
      [3, 12, 29].map((n) => ({
        position: n,
        record: { n },
        step: 1,
        id: 'lookup',
        code: 'DISCORD_NOT_FOUND',
        message: 'There is no such thing.',
        outcome: 'not_applied',
        wrote: [],
        rows: 0,
        failures: 1,
      })),
    );
  });

  test('is listed as the source gave it, in the order of the source', async () => {
    const fake = new FakeRun(numbers(20), failAt(2, 5));
    await fake.run({
      steps: [
        { ...list, transform: 'Pair' },
        lookUp,
        { transform: 'RecordToRecord', transformSettings: { pick: ['value'] } },
        { transform: 'RecordToRecord', transformSettings: { pick: ['nope'] } },
      ],
      onError: 'skip',
    });
    expect(fake.failed.records.map(({ position, step }) => [position, step])).toEqual(
      numbers(20).map(({ n }) => [n, n === 2 || n === 5 ? 1 : 3]),
    );
    expect(fake.failed.records.map(({ record }) => record)).toEqual(numbers(20));
  });

  test('is listed once, however many of its values failed', async () => {
    const fake = new FakeRun(numbers(4), {
      'Look up': ({ record }) =>
        (record as { n: number; part: number }).n === 2 && (record as { part: number }).part !== 1
          ? new Fail()
          : record,
    });
    const { counts } = await fake.run({
      steps: [list, { transform: 'Thrice' }, lookUp, rendered],
      onError: 'skip',
    });
    expect(counts).toMatchObject({ failed: 1, succeeded: 3, rows: 10 });
    expect(fake.failed.records).toMatchObject([{ position: 2, failures: 2, rows: 1 }]);
  });
});

test('the failed record that counts is the first one in the source, whichever call was faster', async () => {
  const fake = new FakeRun(numbers(30), {
    'Look up': async ({ position, record }) => {
      if (position === 13) await settle();
      return position === 13 || position === 14 ? new Fail({ message: `${position}` }) : record;
    },
  });
  const { error, counts } = await fake.run({ steps: [list, lookUp, rendered] });
  expect(error?.message).toBe('13');
  expect(counts).toMatchObject({ failed: 2, succeeded: 13, rows: 13 });
});

describe('a template that cannot be filled', () => {
  test('fails its record and no call is made', async () => {
    const fake = new FakeRun([{ email: 'a' }, { name: 'x' }, { email: 'b' }]);
    const step = { ...lookUp, operationSettings: { key: 'Email = {{email}}' } };
    await fake.run({ steps: [list, step], onError: 'skip' });
    expect(fake.calls.map(({ settings }) => settings['key'])).toEqual(['Email = a', 'Email = b']);
    expect(fake.failed.records).toMatchObject([
      {
        position: 1,
        step: 1,
        code: 'RECORD_TEMPLATE_UNRESOLVED',
        message:
          "key: the record has no field email. Known: name. If it may be missing, give it a default: {{email || 'none'}}.",
      },
    ]);
  });

  test('is told with the nearest field', async () => {
    const fake = new FakeRun([{ e_mail: 'a' }]);
    const step = { ...lookUp, operationSettings: { key: '{{email}}' } };
    const { error } = await fake.run({ steps: [list, step] });
    expect(error?.message).toContain('Did you mean e_mail?');
  });

  test('below a field that is there says what is missing', async () => {
    const fake = new FakeRun([{ user: { id: '1' } }]);
    const step = { ...lookUp, operationSettings: { key: '{{user.name}}' } };
    const { error } = await fake.run({ steps: [list, step] });
    expect(error?.message).toContain('user has no name. It has: id.');
  });
});

describe('a call whose outcome is unknown', () => {
  const unknownAt = (position: number, outcome: 'applied' | 'unknown' = 'unknown') => ({
    Note: (call: { readonly position: number; readonly record: unknown }) =>
      call.position === position ? new Fail({ code: 'OUTCOME_UNKNOWN', outcome }) : call.record,
  });

  test('is counted as unknown and never repeated', async () => {
    const fake = new FakeRun(numbers(5), unknownAt(2));
    const { counts } = await fake.run({ steps: [list, note], onError: 'skip' });
    expect(counts).toMatchObject({ processed: 5, succeeded: 4, failed: 0, unknown: 1 });
    expect(counts.steps[1]).toMatchObject({ attempted: 5, succeeded: 4, unknown: 1, failed: 0 });
    expect(fake.calls.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
    expect(fake.failed.records).toMatchObject([{ position: 2, outcome: 'unknown', wrote: [1] }]);
  });

  test('ends the run unless failures are skipped', async () => {
    const fake = new FakeRun(numbers(5), unknownAt(2));
    const result = await fake.run({ steps: [list, note] });
    expect(result).toMatchObject({ status: 'failed', error: { step: 1, outcome: 'unknown' } });
    expect(fake.calls).toHaveLength(3);
  });

  test('that was applied all the same is a failure with that outcome', async () => {
    const fake = new FakeRun(numbers(3), unknownAt(1, 'applied'));
    const { counts } = await fake.run({ steps: [list, note], onError: 'skip' });
    expect(counts).toMatchObject({ failed: 1, unknown: 0 });
    expect(fake.failed.records).toMatchObject([{ outcome: 'applied', wrote: [1] }]);
  });

  test('of a read is a plain failure: a read changes nothing', async () => {
    const fake = new FakeRun(numbers(1), { 'Look up': () => new Fail({ outcome: 'unknown' }) });
    const { counts } = await fake.run({ steps: [list, lookUp], onError: 'skip' });
    expect(counts).toMatchObject({ failed: 1, unknown: 0 });
    expect(fake.failed.records).toMatchObject([{ outcome: 'not_applied', wrote: [] }]);
  });
});

test('a failure after a write says that something was written for the record', async () => {
  const fake = new FakeRun(numbers(3), {
    Note: ({ record }) => record,
    Sign: ({ position }) => (position === 1 ? new Fail() : {}),
  });
  await fake.run({ steps: [list, note, sign, rendered], onError: 'skip' });
  expect(fake.failed.records).toMatchObject([
    { position: 1, step: 2, outcome: 'applied', wrote: [1] },
  ]);
});

describe('a source', () => {
  test('that throws ends the run as a failure of step 0, with what there was until then', async () => {
    const source = async function* () {
      yield numbers(3);
      throw new Error('ECONNRESET');
    };
    const fake = new FakeRun([], {}, { source });
    expect(await fake.run({ steps: [list, rendered] })).toMatchObject({
      status: 'failed',
      error: {
        step: 0,
        phase: 'execution',
        code: 'INTERNAL_ERROR',
        message:
          'The source could not be read (Error: ECONNRESET). This is a defect of the server.',
      },
      counts: { read: 3, succeeded: 3, rows: 3 },
    });
    expect(fake.artifact.text).toMatch(/end 3\n$/);
  });

  test('that throws while lookups are in flight does not end them', async () => {
    const source = async function* () {
      yield numbers(2);
      throw new Error('ECONNRESET');
    };
    const fake = new FakeRun(
      [],
      { 'Look up': async ({ record }) => settle().then(() => record) },
      {
        source,
      },
    );
    const { status, counts } = await fake.run({ steps: [list, lookUp, rendered] });
    expect(status).toBe('failed');
    expect(counts).toMatchObject({ read: 2, succeeded: 2, rows: 2 });
  });

  test('that throws a RecordError says itself what is wrong', async () => {
    const source = async function* (): AsyncGenerator<readonly unknown[]> {
      yield [];
      throw new RecordError('RECORD_SOURCE_INVALID', 'The file has no header.');
    };
    const { error } = await new FakeRun([], {}, { source }).run({ steps: [list] });
    expect(error).toMatchObject({
      code: 'RECORD_SOURCE_INVALID',
      message: 'The file has no header.',
    });
  });

  test.each([
    [
      'throws when it is opened',
      () => {
        throw new Error('no');
      },
    ],
    ['gives no pages', () => 42],
    [
      'gives a page that is no list',
      async function* () {
        yield 'text';
      },
    ],
  ])('that %s ends the run', async (_name, source) => {
    const result = await new FakeRun([], {}, { source: source as never }).run({ steps: [list] });
    expect(result).toMatchObject({ status: 'failed', error: { step: 0, code: 'INTERNAL_ERROR' } });
  });

  test('that cannot read one record fails that record', async () => {
    const bad = new UnreadableRecord(
      { code: 'RECORD_UNREADABLE', message: 'Line 3 has 2 fields instead of 4.' },
      'a,b',
    );
    const fake = new FakeRun([{ n: 0 }, bad, { n: 2 }]);
    const { counts } = await fake.run({ steps: [list, rendered], onError: 'skip' });
    expect(counts).toMatchObject({ read: 3, failed: 1, rows: 2 });
    expect(fake.failed.records).toMatchObject([
      { position: 1, record: 'a,b', step: 0, code: 'RECORD_UNREADABLE' },
    ]);
    const failing = new FakeRun([{ n: 0 }, bad, { n: 2 }]);
    expect(await failing.run({ steps: [list, rendered] })).toMatchObject({
      status: 'failed',
      error: { step: 0, code: 'RECORD_UNREADABLE' },
    });
  });

  test('is closed however the run ends', async () => {
    const source = new FakeSource(numbers(100));
    await new FakeRun(source, failAt(0)).run({ steps: [list, lookUp] });
    expect(source.isClosed).toBe(true);
  });
});

describe('a call that breaks its contract', () => {
  test.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      /Error: boom/,
    ],
    ['rejects', () => Promise.reject(new Error('boom')), /Error: boom/],
    ['gives nothing', async () => undefined, /TypeError/],
    ['gives neither', async () => ({ ok: 'maybe', error: {} }), /neither a result nor a failure/],
  ])('and %s is a failure that names the defect', async (_name, call, message) => {
    const run = (step: object) =>
      new FakeRun(numbers(1), {}, { call: call as never }).run({ steps: [list, step] });
    const reading = await run(lookUp);
    expect(reading.error).toMatchObject({ code: 'INTERNAL_ERROR', outcome: 'not_applied' });
    expect(reading.error?.message).toMatch(message);
    expect((await run(note)).error).toMatchObject({ code: 'INTERNAL_ERROR', outcome: 'unknown' });
  });
});

describe('a transform', () => {
  const broken = (parts: Partial<Transform>) => ({
    ...words,
    transforms: [...words.transforms, transform('Broken', parts)],
  });
  const step = { transform: 'Broken' };

  async function runBroken(parts: Partial<Transform>, steps: readonly object[], onError = 'skip') {
    const fake = new FakeRun(numbers(3), { Note: ({ record }) => record });
    const result = await runRecordPipeline(compile({ steps, onError }, broken(parts)), fake.ports);
    return { fake, result };
  }

  test('that cannot be opened ends the run while it is built: nothing has run', async () => {
    const open = async () => {
      throw new RecordError('RECORD_TRANSFORM_FAILED', 'The code does not compile: line 1.');
    };
    const { fake, result } = await runBroken({ open }, [list, { ...note, ...step }]);
    expect(result).toMatchObject({
      status: 'failed',
      error: {
        step: 1,
        phase: 'building',
        code: 'RECORD_TRANSFORM_FAILED',
        message: 'The code does not compile: line 1.',
      },
      counts: { read: 0 },
    });
    expect(fake.source.requests).toEqual([]);
    expect(fake.calls).toEqual([]);
  });

  test.each([
    [
      'rejects',
      async () => {
        throw new Error('crashed');
      },
      /Broken could not work .*crashed/,
    ],
    ['gives too few outcomes', async () => [], /0 outcomes for 3 values/],
    [
      'gives nonsense',
      async (values: readonly unknown[]) => values.map(() => ({})),
      /neither values/,
    ],
  ])('that %s ends the run, also if failures are skipped', async (_name, apply, message) => {
    const open = async () => ({ apply, finish: async () => {}, close: async () => {} }) as never;
    const { fake, result } = await runBroken({ open }, [list, step]);
    expect(result).toMatchObject({ status: 'failed', error: { step: 1, code: 'INTERNAL_ERROR' } });
    expect(result.error?.message).toMatch(message);
    expect(result.counts).toMatchObject({ processed: 3, failed: 3 });
    expect(fake.failed.records).toHaveLength(3);
  });

  test('that rejects with a RecordError says itself what is wrong', async () => {
    const apply = async () => {
      throw new RecordError('RECORD_TRANSFORM_FAILED', 'The code was ended 20 times.');
    };
    const open = async () => ({ apply, finish: async () => {}, close: async () => {} });
    const { result } = await runBroken({ open }, [list, step]);
    expect(result.error?.message).toBe('The code was ended 20 times.');
  });

  test('is closed once however the run ends, and what its closing throws is no failure', async () => {
    let closed = 0;
    const opening = (fails: boolean) => async () => ({
      apply: async (values: readonly unknown[]) => {
        if (fails) throw new Error('crashed');
        return values.map((value) => ({ values: [value] }));
      },
      finish: async () => {},
      close: async () => {
        closed += 1;
        throw new Error('close');
      },
    });
    const good = await runBroken({ open: opening(false) }, [list, step]);
    expect(good.result.status).toBe('completed');
    await runBroken({ open: opening(true) }, [list, step]);
    expect(closed).toBe(2);
  });

  test('that was opened is closed if a later one cannot be', async () => {
    let closed = 0;
    let opened = 0;
    const open = async () => {
      opened += 1;
      if (opened === 2) throw new Error('no memory');
      return {
        apply: async () => [],
        finish: async () => {},
        close: async () => {
          closed += 1;
        },
      };
    };
    const { result } = await runBroken({ open }, [list, step, step]);
    expect(result.error).toMatchObject({ step: 2, phase: 'building' });
    expect(closed).toBe(1);
  });

  test('that fails a value fails its record', async () => {
    const fake = new FakeRun(numbers(20));
    const { counts } = await fake.run({
      steps: [list, { transform: 'NotSeven' }, rendered],
      onError: 'skip',
    });
    expect(counts).toMatchObject({ failed: 2, rows: 18 });
    expect(fake.failed.records.map(({ position, message }) => [position, message])).toEqual([
      [7, 'No sevens.'],
      [17, 'No sevens.'],
    ]);
  });
});

describe('an artifact that cannot be written', () => {
  test('ends the run and is named', async () => {
    const fake = new FakeRun(numbers(50));
    fake.artifact.write = async () => {
      throw new Error('ENOSPC: no space left');
    };
    const result = await fake.run({ steps: [list, rendered], onError: 'skip' });
    expect(result).toMatchObject({
      status: 'failed',
      error: {
        step: 1,
        message:
          'The artifact could not be written (Error: ENOSPC: no space left). This is a defect of the server.',
      },
    });
    expect(fake.source.pages).toBeLessThanOrEqual(2);
  });

  test('at its end makes the run fail', async () => {
    const fake = new FakeRun(numbers(3));
    const write = fake.artifact.write.bind(fake.artifact);
    fake.artifact.write = async (chunk) => {
      if (String(chunk).startsWith('end')) throw new Error('EIO');
      await write(chunk);
    };
    const result = await fake.run({ steps: [list, rendered] });
    expect(result).toMatchObject({ status: 'failed', error: { step: 1 }, counts: { rows: 3 } });
  });
});

test('a failed record that cannot be listed ends the run', async () => {
  const fake = new FakeRun(numbers(300), { 'Look up': () => new Fail() });
  fake.failed.write = async () => {
    throw new Error('disk full');
  };
  const result = await fake.run({ steps: [list, lookUp], onError: 'skip' });
  expect(result.status).toBe('failed');
  expect(result.error?.message).toContain('A failed record could not be listed');
  expect(result.counts.read).toBeLessThan(300);
});
