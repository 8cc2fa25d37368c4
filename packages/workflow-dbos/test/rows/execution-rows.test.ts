import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ExecutionRows } from '../../src/rows/execution-rows.ts';
import { RunRows } from '../../src/rows/run-rows.ts';
import { openFolder } from '../../src/store/embedded/open-folder.ts';
import { toQuery } from '../../src/store/query.ts';
import { ManualClock } from '../manual-clock.ts';
import { copyDatabase } from '../test-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'guildline-rows-'));
await copyDatabase(folder);
const store = await openFolder(folder, () => undefined);
const query = toQuery(store.pool);
const clock = new ManualClock();
const runs = new RunRows(query, clock);
const rows = new ExecutionRows(query, clock);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

let serial = 0;

/** A run that the engine has given to a process. */
async function givenTo(executor: string): Promise<string> {
  serial += 1;
  const id = `wf_${serial}`;
  await runs.insert({ id, kind: 'workflow', caller: 'alice', key: undefined, input: null });
  await query(
    `insert into guildline.workflow_status (workflow_uuid, status, executor_id) values ($1, 'PENDING', $2)`,
    [id, executor],
  );
  return id;
}

async function keepSteps(id: string, count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) {
    await query(
      `insert into guildline.operation_outputs (workflow_uuid, function_id, function_name, output)
       values ($1, $2, $3, '0')`,
      [id, step, `${step} work`],
    );
  }
}

test('a run is taken up only by the process to which the engine gave it', async () => {
  const id = await givenTo('b');
  expect(await rows.takeUp(id, 'stale', 'a')).toBeUndefined();
  expect(await runs.find(id)).toMatchObject({ status: 'queued' });
  expect(await rows.takeUp(id, 'fresh', 'b')).toMatchObject({ run: { status: 'running' } });
  await query(`update guildline.workflow_status set status = 'ENQUEUED' where workflow_uuid = $1`, [
    id,
  ]);
  expect(await rows.takeUp(id, 'late', 'b')).toBeUndefined();
});

test('a queued run is not taken up before the engine has forgotten what it is to forget', async () => {
  const id = await givenTo('a');
  await keepSteps(id, 3);
  await query(`update guildline.runs set position = 2 where id = $1`, [id]);
  expect(await rows.takeUp(id, 'one', 'a')).toBeUndefined();
  await query(
    `delete from guildline.operation_outputs where workflow_uuid = $1 and function_id = 2`,
    [id],
  );
  expect(await rows.takeUp(id, 'two', 'a')).toMatchObject({
    run: { status: 'running', position: 2 },
    stepNames: ['0 work', '1 work'],
  });
});

test('every statement of an execution that was taken over is refused, and changes nothing', async () => {
  const id = await givenTo('a');
  await rows.takeUp(id, 'old', 'a');
  await rows.claim(id, 'old', 0, 5);
  await rows.takeUp(id, 'new', 'a');
  const before = await runs.find(id);
  expect([
    await rows.claim(id, 'old', 1, 5),
    await rows.release(id, 'old', 0),
    await rows.update(id, 'old', { note: 'stale' }),
    await rows.forgetGiven(id, 'old'),
    await rows.end(id, 'old', { status: 'completed', position: 9, note: 'stale' }),
  ]).toEqual([undefined, false, false, false, false]);
  expect(await runs.find(id)).toEqual(before);
  expect(await query('select step from guildline.run_claims where run = $1', [id])).toEqual([
    { step: 0 },
  ]);
});

test('a claim that is made again because its answer was lost says again what was there before', async () => {
  const id = await givenTo('a');
  const first = clock.now();
  await rows.takeUp(id, 'old', 'a');
  await rows.claim(id, 'old', 0, first + 10);
  clock.advance(1_000);
  await rows.takeUp(id, 'new', 'a');
  const earlier = { firstAt: first, until: first + 10 };
  expect(await rows.claim(id, 'new', 0, first + 5)).toEqual({ earlier });
  expect(await rows.claim(id, 'new', 0, first + 5)).toEqual({ earlier });
  await rows.release(id, 'new', 0);
  expect(await rows.claim(id, 'new', 0, first + 7)).toEqual({ earlier: undefined });
});

test('executions that keep nothing are counted, and one that keeps a step begins anew', async () => {
  const id = await givenTo('a');
  const counts: (number | undefined)[] = [];
  for (const kept of [0, 0, 2, 2, 2]) {
    await query('delete from guildline.operation_outputs where workflow_uuid = $1', [id]);
    await keepSteps(id, kept);
    counts.push((await rows.takeUp(id, `e${counts.length}`, 'a'))?.fruitless);
  }
  expect(counts).toEqual([0, 1, -1, 0, 1]);
});

test('changes are in order whatever the clock says', async () => {
  const id = await givenTo('a');
  const before = await runs.find(id);
  clock.advance(-60_000);
  const after = await runs.change(id, ['queued'], { note: 1 });
  expect(after?.updatedAt).toBe((before?.updatedAt ?? 0) + 1);
});
