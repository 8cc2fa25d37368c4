import { describe, expect, test } from 'vitest';
import { runRecordPipeline } from '../../../src/index.ts';
import { compile } from '../compile/compile.ts';
import { FakeRun, FakeSource, Gate, numbers, settle } from './fakes.ts';
import { list, lookUp, note, rendered, words } from './words.ts';

test('records go from the source through every step into the artifact, in order', async () => {
  const fake = new FakeRun(numbers(30), {
    'Look up': ({ record }) => ({
      n: (record as { n: number }).n,
      name: `no. ${(record as { n: number }).n}`,
    }),
  });
  const result = await fake.run({
    steps: [{ ...list, operationSettings: { topic: 'all' }, transform: 'Even' }, lookUp, rendered],
  });
  expect(fake.artifact.rows).toEqual(
    numbers(30)
      .filter(({ n }) => n % 2 === 0)
      .map(({ n }) => ({ n, name: `no. ${n}` })),
  );
  expect(fake.artifact.text).toMatch(/^begin\n[\s\S]*end 15\n$/);
  expect(fake.source.requests).toMatchObject([
    { settings: { topic: 'all' }, limit: 1_000_000, step: { operation: 'List' } },
  ]);
  expect(result).toEqual({
    status: 'completed',
    truncated: false,
    duration_ms: 0,
    counts: {
      read: 30,
      processed: 30,
      succeeded: 15,
      dropped: 15,
      failed: 0,
      unknown: 0,
      unfinished: 0,
      rows: 15,
      steps: [
        {
          step: 0,
          attempted: 30,
          succeeded: 30,
          failed: 0,
          unknown: 0,
          dropped: 15,
          fannedOut: 0,
          abandoned: 0,
        },
        {
          step: 1,
          attempted: 15,
          succeeded: 15,
          failed: 0,
          unknown: 0,
          dropped: 0,
          fannedOut: 0,
          abandoned: 0,
        },
        {
          step: 2,
          attempted: 15,
          succeeded: 15,
          failed: 0,
          unknown: 0,
          dropped: 0,
          fannedOut: 0,
          abandoned: 0,
        },
      ],
    },
  });
});

test('settings are filled from the record at each step', async () => {
  const fake = new FakeRun(numbers(2), { 'Look up': () => ({ id: '1' }) });
  await fake.run({
    steps: [list, { ...lookUp, operationSettings: { key: ['n is {{n}}', '{{n}}'] } }, note],
  });
  expect(
    fake.calls.map(({ settings, record, position, key }) => [settings, record, position, key]),
  ).toEqual([
    [{ key: ['n is 0', 0] }, { n: 0 }, 0, '0.1.0'],
    [{ key: ['n is 1', 1] }, { n: 1 }, 1, '1.1.0'],
    [{}, { id: '1' }, 0, '0.2.0'],
    [{}, { id: '1' }, 1, '1.2.0'],
  ]);
});

test('a value that is no object is {{value}} in templates', async () => {
  const fake = new FakeRun(['a', 'b']);
  await fake.run({ steps: [list, { ...lookUp, operationSettings: { key: '{{value}}' } }] });
  expect(fake.calls.map(({ settings }) => settings)).toEqual([{ key: 'a' }, { key: 'b' }]);
});

test('what came from data is never expanded again', async () => {
  const fake = new FakeRun([{ n: '{{secret}}', secret: 'x' }]);
  await fake.run({ steps: [list, { ...lookUp, operationSettings: { key: '{{n}}' } }] });
  expect(fake.calls[0]?.settings).toEqual({ key: '{{secret}}' });
});

test('a transform sees what its operation gave and what came into the step', async () => {
  const fake = new FakeRun(numbers(1), { 'Look up': () => 'found' });
  await fake.run({
    steps: [
      { ...list, transform: 'Pair' },
      { ...lookUp, transform: 'Pair' },
      { transform: 'Pair' },
      rendered,
    ],
  });
  const first = { value: { n: 0 }, incoming: { n: 0 } };
  const second = { value: 'found', incoming: first };
  expect(fake.artifact.rows).toEqual([{ value: second, incoming: second }]);
});

test('one value becomes many, and each goes on by itself, in order', async () => {
  const fake = new FakeRun(numbers(2), { 'Look up': ({ record }) => record });
  const { counts } = await fake.run({ steps: [list, { transform: 'Thrice' }, lookUp, rendered] });
  expect(fake.artifact.rows).toEqual([0, 1].flatMap((n) => [0, 1, 2].map((part) => ({ n, part }))));
  expect(counts).toMatchObject({ read: 2, succeeded: 2, rows: 6 });
  expect(counts.steps[1]).toMatchObject({ attempted: 2, fannedOut: 4 });
  expect(fake.calls.map(({ key }) => key)).toEqual([
    '0.2.0',
    '0.2.1',
    '0.2.2',
    '1.2.0',
    '1.2.1',
    '1.2.2',
  ]);
});

test('one value becomes at most 10,000, which are handed on in small parts', async () => {
  const parts: number[] = [];
  const fake = new FakeRun([{ n: 10_000 }, { n: 10_001 }]);
  const write = fake.artifact.write.bind(fake.artifact);
  fake.artifact.write = (chunk) => {
    parts.push(String(chunk).split('\n').length - 1);
    return write(chunk);
  };
  const { counts } = await fake.run({
    steps: [list, { transform: 'Many' }, rendered],
    onError: 'skip',
  });
  expect(counts).toMatchObject({ succeeded: 1, failed: 1, rows: 10_000 });
  expect(Math.max(...parts)).toBeLessThanOrEqual(101);
  expect(fake.failed.records[0]?.message).toBe(
    'it became 10001 values; at most 10000 are allowed. Give fewer, or keep them in one list.',
  );
});

test('one source record becomes at most 10,000 values over all steps together', async () => {
  const fake = new FakeRun([{ n: 100 }, { n: 20 }]);
  const { counts } = await fake.run({
    steps: [list, ...Array(3).fill({ transform: 'Many' }), rendered],
    onError: 'skip',
  });
  expect(counts).toMatchObject({ succeeded: 1, failed: 1 });
  expect(counts.rows).toBeLessThanOrEqual(10_000 + 20 ** 3);
  expect(fake.failed.records[0]).toMatchObject({ position: 0, code: 'RECORD_TRANSFORM_FAILED' });
});

test("a record terminal renders what its own step's operation gives", async () => {
  const fake = new FakeRun(numbers(2), { 'Look up': ({ position }) => ({ found: position }) });
  await fake.run({ steps: [list, { ...lookUp, transform: 'RecordToLine' }] });
  expect(fake.artifact.rows).toEqual([{ found: 0 }, { found: 1 }]);
});

test("a record-set terminal's own operation is not called", async () => {
  const fake = new FakeRun(numbers(2));
  await fake.run({ steps: [list, { ...note, ...rendered }] });
  expect(fake.calls).toEqual([]);
  expect(fake.artifact.rows).toEqual(numbers(2));
});

test('a pipeline without a terminal counts what comes through its last step', async () => {
  const fake = new FakeRun(numbers(5));
  const { counts } = await fake.run({ steps: [list, note] });
  expect(counts).toMatchObject({ rows: 5, succeeded: 5 });
  expect(fake.artifact.text).toBe('');
});

test('an empty source gives an empty artifact with its end', async () => {
  const fake = new FakeRun([]);
  expect(await fake.run({ steps: [list, rendered] })).toMatchObject({
    status: 'completed',
    counts: { read: 0, rows: 0 },
  });
  expect(fake.artifact.text).toBe('end 0\n');
});

describe('the cap on records', () => {
  test.each([
    ['of the spec', { maxRecords: 10 }, {}],
    ['of the server', {}, { maxRecords: 10 }],
    ['of the server, if it is lower', { maxRecords: 99 }, { maxRecords: 10 }],
  ])('%s completes the run as truncated', async (_name, spec, ports) => {
    const source = new FakeSource(numbers(30));
    const fake = new FakeRun(source, {}, ports);
    const result = await fake.run({ steps: [list, rendered], ...spec });
    expect(result).toMatchObject({
      status: 'completed',
      truncated: true,
      counts: { read: 10, rows: 10 },
    });
    expect(source.requests[0]?.limit).toBe(10);
    expect(source.pages).toBe(2);
    expect(source.isClosed).toBe(true);
  });

  test('at the very end of the source truncates nothing', async () => {
    const fake = new FakeRun(numbers(14));
    const result = await fake.run({ steps: [list, rendered], maxRecords: 14 });
    expect(result).toMatchObject({ truncated: false, counts: { read: 14 } });
  });

  test('at the end of a page truncates if there is another', async () => {
    const fake = new FakeRun(numbers(15));
    const result = await fake.run({ steps: [list, rendered], maxRecords: 14 });
    expect(result).toMatchObject({ truncated: true, counts: { read: 14 } });
  });
});

describe('a slow end slows the source', () => {
  test('of a terminal: no more than a bounded number of records is taken meanwhile', async () => {
    const gate = new Gate();
    const fake = new FakeRun(new FakeSource(numbers(5000), 50));
    const write = fake.artifact.write.bind(fake.artifact);
    fake.artifact.write = async (chunk) => {
      await gate.passed;
      await write(chunk);
    };
    const running = fake.run({ steps: [list, { transform: 'Identity' }, rendered] });
    await settle();
    expect(fake.source.given).toBeLessThanOrEqual(100);
    gate.open();
    expect((await running).counts.rows).toBe(5000);
  });

  test('of a lookup: no more are in flight than its resource allows', async () => {
    const gates = Array.from({ length: 40 }, () => new Gate());
    let inFlight = 0;
    let most = 0;
    const fake = new FakeRun(numbers(40), {
      'Look up': async ({ record, position }) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await gates[position]?.passed;
        inFlight -= 1;
        return record;
      },
    });
    const running = fake.run({ steps: [list, lookUp, rendered] });
    await settle();
    expect(fake.calls).toHaveLength(3);
    for (const gate of [...gates].reverse()) gate.open();
    expect((await running).counts.rows).toBe(40);
    expect(most).toBe(3);
    expect(fake.artifact.rows).toEqual(numbers(40));
  });

  test('and a filter that lets nothing pass does not outrun a lookup without bound', async () => {
    const gate = new Gate();
    const fake = new FakeRun(new FakeSource([{ n: 0 }, ...Array(50_000).fill({ n: 1 })], 100), {
      'Look up': async ({ record }) => {
        await gate.passed;
        return record;
      },
    });
    const running = fake.run({ steps: [{ ...list, transform: 'Even' }, lookUp, rendered] });
    for (let turn = 0; turn < 100; turn += 1) await settle();
    expect(fake.source.given).toBeLessThanOrEqual(1100);
    gate.open();
    expect((await running).counts).toMatchObject({ read: 50_001, dropped: 50_000, rows: 1 });
  });
});

describe('calls at a time', () => {
  async function mostInFlight(
    steps: readonly unknown[],
    names: readonly string[],
  ): Promise<number> {
    let inFlight = 0;
    let most = 0;
    const work = async ({ record }: { readonly record: unknown }) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await settle();
      inFlight -= 1;
      return record;
    };
    const operations = Object.fromEntries(names.map((name) => [name, work]));
    await new FakeRun(numbers(20), operations).run({ steps });
    return most;
  }
  const ask = { resource: 'Slow', operation: 'Ask' };
  const fetch = { resource: 'Default', operation: 'Fetch' };

  test('are as many as the resource says, and four if it says nothing', async () => {
    expect(await mostInFlight([list, ask], ['Ask'])).toBe(1);
    expect(await mostInFlight([list, lookUp], ['Look up'])).toBe(3);
    expect(await mostInFlight([list, fetch], ['Fetch'])).toBe(4);
  });

  test('are shared by all steps of a resource', async () => {
    expect(await mostInFlight([list, lookUp, lookUp], ['Look up'])).toBe(3);
  });

  test('add up over resources', async () => {
    expect(await mostInFlight([list, lookUp, fetch], ['Look up', 'Fetch'])).toBeGreaterThan(4);
  });

  test('are one from the first step that writes on', async () => {
    expect(await mostInFlight([list, note, fetch], ['Note', 'Fetch'])).toBe(1);
  });
});

describe('equal lookups', () => {
  const again = {
    resource: 'Book',
    operation: 'Look up again',
    operationSettings: { key: '{{k}}' },
  };
  const records = Array.from({ length: 60 }, (_, index) => ({ k: `k${index % 3}` }));

  test('are made for each record, also at the same time', async () => {
    const fake = new FakeRun(records, { 'Look up': ({ settings }) => settings });
    await fake.run({ steps: [list, { ...lookUp, operationSettings: { key: '{{k}}' } }, rendered] });
    expect(fake.calls).toHaveLength(60);
  });

  test('share one answer if the operation is reusable', async () => {
    const fake = new FakeRun(records, {
      'Look up again': async ({ settings }) => {
        await settle();
        return settings;
      },
    });
    const { counts } = await fake.run({ steps: [list, again, rendered] });
    expect(fake.calls.map(({ settings }) => settings['key'])).toEqual(['k0', 'k1', 'k2']);
    expect(fake.artifact.rows).toEqual(records.map(({ k }) => ({ key: k })));
    expect(counts.steps[1]).toMatchObject({ attempted: 60, succeeded: 60 });
  });

  test('do not share a failure', async () => {
    let calls = 0;
    const fake = new FakeRun(Array(9).fill({ k: 'same' }), {
      'Look up again': () => {
        calls += 1;
        if (calls === 1) throw new Error('passing');
        return {};
      },
    });
    const { counts } = await fake.run({ steps: [list, again], onError: 'skip' });
    expect(counts.failed).toBeLessThanOrEqual(3);
    expect(counts.succeeded).toBeGreaterThanOrEqual(6);
    expect(calls).toBe(2);
  });

  test('are kept in a bounded number', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => ({ k: `${index % 600}` }));
    const fake = new FakeRun(many, { 'Look up again': ({ settings }) => settings });
    await fake.run({ steps: [list, again] });
    expect(fake.calls).toHaveLength(1200);
  });
});

test('progress is reported while the run goes on, and its listener cannot break it', async () => {
  const seen: number[] = [];
  const fake = new FakeRun(
    numbers(25),
    {},
    {
      onProgress: ({ rows }) => {
        seen.push(rows);
        throw new Error('listener');
      },
    },
  );
  const { counts } = await fake.run({ steps: [list, rendered] });
  expect(counts.rows).toBe(25);
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  expect(new Set(seen).size).toBeGreaterThan(3);
  expect(seen.at(-1)).toBe(25);
});

test('the rest of the process gets a turn when the run has worked for long', async () => {
  let pauses = 0;
  const fake = new FakeRun(
    numbers(70),
    {},
    {
      pause: async () => {
        pauses += 1;
      },
    },
  );
  const write = fake.artifact.write.bind(fake.artifact);
  fake.artifact.write = (chunk) => {
    fake.clock.pass(11);
    return write(chunk);
  };
  await fake.run({ steps: [list, rendered] });
  expect(pauses).toBeGreaterThanOrEqual(9);
  expect(pauses).toBeLessThanOrEqual(12);
});

test('a plan with an artifact needs a place for it', async () => {
  const { artifact, ...ports } = new FakeRun([]).ports;
  expect(artifact).toBeDefined();
  await expect(
    runRecordPipeline(compile({ steps: [list, rendered] }, words), ports),
  ).rejects.toThrow(TypeError);
});
