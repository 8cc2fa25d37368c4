import { describe, expect, test } from 'vitest';
import type { RecordCheckpoint } from '../../../src/index.ts';
import { Fail, FakeCheckpoints, FakeRun, FakeSource, numbers } from './fakes.ts';
import { list, lookUp, note, rendered, sign } from './words.ts';

const echo = ({ record }: { readonly record: unknown }) => record;
const operations = { 'Look up': echo, Note: echo, Sign: echo };

describe('a run that only reads', () => {
  const steps = [list, { transform: 'Thrice' }, lookUp, rendered];

  test('keeps how far it came every 500 records, with nothing on its way', async () => {
    const checkpoints = new FakeCheckpoints();
    const fake = new FakeRun(new FakeSource(numbers(1700), 90), operations, { checkpoints });
    await fake.run({ steps, background: true });
    expect(checkpoints.all.map(({ position, record }) => [position, record])).toEqual(
      [500, 1000, 1500].map((position) => [position, { n: position - 1 }]),
    );
    for (const { counts, position, terminal } of checkpoints.all) {
      expect(counts).toMatchObject({ read: position, unfinished: 0, rows: 3 * position });
      expect(terminal).toEqual({ rows: 3 * position });
    }
  });
});

describe('a run that writes', () => {
  test('keeps how far it came before the next record is begun', async () => {
    const checkpoints = new FakeCheckpoints();
    const order: string[] = [];
    const keep = checkpoints.keep.bind(checkpoints);
    checkpoints.keep = async (checkpoint) => {
      await keep(checkpoint);
      order.push(`kept ${checkpoint.position}`);
    };
    const fake = new FakeRun(
      numbers(3),
      {
        ...operations,
        Note: ({ record, position }) => {
          order.push(`note ${position}`);
          return record;
        },
      },
      { checkpoints },
    );
    await fake.run({ steps: [list, lookUp, note, sign, rendered], background: true });
    expect(order).toEqual(['note 0', 'kept 1', 'note 1', 'kept 2', 'note 2']);
  });
});

test('an interrupted run continues after the last finished record', async () => {
  const steps = [list, lookUp, note, rendered];
  const whole = new FakeRun(numbers(20), operations, { checkpoints: new FakeCheckpoints() });
  const expected = await whole.run({ steps, background: true });

  const checkpoints = new FakeCheckpoints();
  const keep = checkpoints.keep.bind(checkpoints);
  checkpoints.keep = async (checkpoint) => {
    if (checkpoint.position === 8) throw new Error('this process no longer owns the run');
    await keep(checkpoint);
  };
  const first = new FakeRun(numbers(20), operations, { checkpoints });
  await expect(first.run({ steps, background: true })).rejects.toThrow('no longer owns');
  expect(first.source.isClosed).toBe(true);

  checkpoints.keep = keep;
  const second = new FakeRun(numbers(20), operations, { checkpoints });
  second.artifact.text = first.artifact.text;
  const result = await second.run({ steps, background: true });
  expect(result).toEqual(expected);
  expect(second.artifact.text).toBe(whole.artifact.text);
  expect(second.source.requests[0]?.after).toEqual({ position: 6, record: { n: 6 } });
  const notes = (run: FakeRun) =>
    run.calls.filter(({ step }) => step.operation === 'Note').map(({ key }) => key);
  expect(notes(first)).toEqual(numbers(8).map(({ n }) => `${n}.2.0`));
  expect(notes(second)).toEqual(
    numbers(20)
      .slice(7)
      .map(({ n }) => `${n}.2.0`),
  );
});

test('what an earlier process listed beyond the checkpoint is not listed twice', async () => {
  const checkpoints = new FakeCheckpoints();
  const failing = { ...operations, Note: () => new Fail() };
  const steps = [list, note];
  const first = new FakeRun(numbers(6), failing, { checkpoints });
  await first.run({ steps, background: true, onError: 'skip' });
  const kept = checkpoints.all[2] as RecordCheckpoint;
  expect(kept).toMatchObject({ position: 3, failedLength: 3, counts: { failed: 3 } });

  const second = new FakeRun(numbers(6), failing, { checkpoints: { kept, keep: async () => {} } });
  second.failed.records = [...first.failed.records];
  const { counts } = await second.run({ steps, background: true, onError: 'skip' });
  expect(second.failed.records).toEqual(first.failed.records);
  expect(counts).toMatchObject({ read: 6, failed: 6 });
});

test('the cap counts the records of earlier processes', async () => {
  const checkpoints = new FakeCheckpoints();
  const steps = [list, note];
  await new FakeRun(numbers(20), operations, { checkpoints }).run({ steps, maxRecords: 6 });
  const kept = checkpoints.all[3] as RecordCheckpoint;
  const second = new FakeRun(numbers(20), operations, {
    checkpoints: { kept, keep: async () => {} },
  });
  const result = await second.run({ steps, maxRecords: 6 });
  expect(result).toMatchObject({ truncated: true, counts: { read: 6 } });
  expect(second.calls.map(({ position }) => position)).toEqual([4, 5]);
  expect(second.source.requests[0]?.limit).toBe(2);
});

test('a run that failed continues with the record that failed', async () => {
  const checkpoints = new FakeCheckpoints();
  const steps = [list, note, rendered];
  const first = new FakeRun(
    numbers(6),
    { Note: ({ position, record }) => (position === 4 ? new Fail() : record) },
    { checkpoints },
  );
  expect((await first.run({ steps })).status).toBe('failed');
  expect(checkpoints.kept?.position).toBe(4);
  const second = new FakeRun(numbers(6), operations, { checkpoints });
  second.artifact.text = first.artifact.text;
  second.failed.records = [...first.failed.records];
  const result = await second.run({ steps });
  expect(result).toMatchObject({ status: 'completed', counts: { succeeded: 6, failed: 0 } });
  expect(second.artifact.rows).toEqual(numbers(6));
  expect(second.failed.records).toEqual([]);
});

describe('a terminal that cannot go on', () => {
  const steps = [list, lookUp, { transform: 'RecordSetToReport' }];

  test('keeps nothing, and the run begins again with an empty artifact', async () => {
    const checkpoints = new FakeCheckpoints();
    const fake = new FakeRun(numbers(1200), operations, { checkpoints });
    fake.artifact.text = 'begin\nleft over';
    await fake.run({ steps, background: true });
    expect(checkpoints.all).toEqual([]);
    expect(fake.artifact.rows).toEqual(numbers(1200));
    expect(fake.artifact.text).toMatch(/^begin\n\{/);
  });
});

test('a terminal that cannot be suspended ends the run', async () => {
  const checkpoints = new FakeCheckpoints();
  const fake = new FakeRun(numbers(3), operations, { checkpoints });
  const write = fake.artifact.write.bind(fake.artifact);
  let isFull = false;
  fake.artifact.write = async (chunk) => {
    if (isFull) throw new Error('ENOSPC');
    await write(chunk);
    isFull = true;
  };
  const result = await fake.run({ steps: [list, note, rendered] });
  expect(result.status).toBe('failed');
  expect(checkpoints.all.length).toBeLessThanOrEqual(1);
});

test('what cannot be cut back ends the run before it begins', async () => {
  const fake = new FakeRun(numbers(3), operations, { checkpoints: new FakeCheckpoints() });
  fake.artifact.truncate = () => Promise.reject(new Error('EACCES'));
  const result = await fake.run({ steps: [list, note, rendered] });
  expect(result).toMatchObject({ status: 'failed', error: { phase: 'building' } });
  expect(fake.calls).toEqual([]);
});

test('without checkpoints nothing is cut back: the artifact is taken as it is', async () => {
  const fake = new FakeRun(numbers(1));
  fake.artifact.truncate = () => Promise.reject(new Error('not asked'));
  expect((await fake.run({ steps: [list, rendered] })).status).toBe('completed');
});
