import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Execute, ExecutionEnded } from '@guildline/mcp-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { hasUnfinishedRuns } from '../src/index.ts';
import { withDatabase } from './embedded-database.ts';
import { atRest, type TestEngine, testEngine } from './engine-world.ts';
import { copyDatabase, emptyFolder, folderWithDatabase } from './test-folder.ts';
import { gate, until } from './until.ts';

const patient = { timeout: 60_000 };
/** Copying a database takes its time, so tests that leave nothing unfinished share one. */
const shared = await mkdtemp(join(tmpdir(), 'guildline-embedded-'));
await copyDatabase(shared);
afterAll(() => rm(shared, { recursive: true, force: true }));
let serial = 0;

function newRun(input: unknown = null) {
  serial += 1;
  const id = `wf_${serial.toString(16).padStart(32, '0')}`;
  return { id, kind: 'workflow', caller: 'alice', key: undefined, input };
}

function openEngine(
  folder: string,
  execute: Execute,
  more: Partial<Parameters<typeof testEngine>[0]> = {},
): TestEngine {
  const world = testEngine({ folder, execute, ...more });
  onTestFinished(() => world.engine.close());
  return world;
}

const completed = (position: number) => ({ status: 'completed', position, note: null }) as const;

test(
  'kept steps are not run again when the engine was closed in the middle and is opened again',
  patient,
  async () => {
    const folder = shared;
    const worked: string[] = [];
    const inStep = gate();
    const go = gate();
    const steps =
      (name: string): Execute =>
      async (execution) => {
        for (const step of [0, 1, 2]) {
          await execution.keep(step, `${step} work`, async () => {
            worked.push(`${name} ${step}`);
            if (name === 'first' && step === 1) {
              inStep.open();
              await go.opened;
            }
            return name;
          });
        }
        return completed(3);
      };
    const first = openEngine(folder, steps('first'));
    const { run } = await first.engine.start(newRun());
    await inStep.opened;
    const closing = first.engine.close();
    go.open();
    await closing;
    expect(await hasUnfinishedRuns(folder)).toBe(true);

    const second = openEngine(folder, steps('second'));
    await second.engine.open();
    expect(await atRest(second.engine, run.id)).toMatchObject({ status: 'completed', position: 3 });
    expect(worked).toEqual(['first 0', 'first 1', 'second 2']);
    await second.engine.close();
    expect(await hasUnfinishedRuns(folder)).toBe(false);
  },
);

test(
  'a call that outlasts the closing leaves its mark to the next execution',
  patient,
  async () => {
    const folder = shared;
    const marks: unknown[] = [];
    const inStep = gate();
    const never = new Promise<never>(() => undefined);
    const execute: Execute = async (execution) => {
      await execution.keep(0, '0 work', async () => {
        marks.push(await execution.claim(0, 7_000));
        inStep.open();
        return marks.length === 1 ? await never : null;
      });
      return completed(1);
    };
    const first = openEngine(folder, execute, { timing: { sweep: 30, poll: 30, drain: 20 } });
    const { run } = await first.engine.start(newRun());
    await inStep.opened;
    await first.engine.close();
    const second = openEngine(folder, execute);
    await second.engine.open();
    expect(await atRest(second.engine, run.id)).toMatchObject({ status: 'completed' });
    expect(marks).toEqual([undefined, { firstAt: first.clock.now(), until: 7_000 }]);
  },
);

test(
  'a call that was not sent when the engine closed is not marked, and is made by the next',
  patient,
  async () => {
    const folder = shared;
    const marks: unknown[] = [];
    const rejections: unknown[] = [];
    const inStep = gate();
    const go = gate();
    const execute: Execute = async (execution) => {
      await execution.keep(0, '0 work', async () => {
        inStep.open();
        await go.opened;
        const mark = execution.claim(0, 7_000);
        mark.catch((error: unknown) => rejections.push(error));
        marks.push(await mark);
      });
      return completed(1);
    };
    const first = openEngine(folder, execute);
    const { run } = await first.engine.start(newRun());
    await inStep.opened;
    const closing = first.engine.close();
    go.open();
    await closing;
    expect(rejections).toEqual([expect.any(ExecutionEnded)]);
    await expect(first.engine.start(newRun())).rejects.toMatchObject({
      code: 'WORKFLOW_UNAVAILABLE',
      message: expect.stringContaining('stopping'),
    });
    const second = openEngine(folder, execute);
    await second.engine.open();
    expect(await atRest(second.engine, run.id)).toMatchObject({ status: 'completed' });
    expect(marks).toEqual([undefined]);
  },
);

test('a defect of the work is not taken for a failure of the database', patient, async () => {
  const folder = shared;
  const defects: Execute[] = [
    (execution) => execution.keep(0, '0 work', async () => 1n) as never,
    (execution) => execution.keep(1, '1 work', async () => null) as never,
    (execution) =>
      execution.keep(0, '0 work', () => execution.keep(1, '1 work', async () => null)) as never,
  ];
  const { engine } = openEngine(folder, (execution) => {
    const work = defects[execution.run.input as number];
    return work === undefined ? Promise.reject(new Error('No work.')) : work(execution);
  });
  for (const [defect, message] of ['as JSON', 'out of order', 'out of order'].entries()) {
    const { run } = await engine.start(newRun(defect));
    expect(await atRest(engine, run.id)).toMatchObject({
      status: 'failed',
      note: { failure: { code: 'INTERNAL_ERROR', message: expect.stringContaining(message) } },
    });
    expect(await engine.kept(run.id)).toEqual(new Map());
  }
});

test('a cancellation here, and a close, wait for no round of looking', patient, async () => {
  const folder = shared;
  const inStep = gate();
  const { engine } = openEngine(
    folder,
    async (execution) => {
      await execution.keep(0, '0 work', async () => {
        inStep.open();
        await new Promise((resolve) => execution.signal.addEventListener('abort', resolve));
      });
      return { status: 'cancelled', position: 1, note: null };
    },
    { timing: { sweep: 24 * 60 * 60 * 1000, poll: 30 } },
  );
  const { run } = await engine.start(newRun());
  await inStep.opened;
  await engine.cancel(run.id);
  expect(await atRest(engine, run.id)).toMatchObject({ status: 'cancelled' });
  expect(await hasUnfinishedRuns(folder)).toBe(true);
  await engine.close();
  expect(await hasUnfinishedRuns(folder)).toBe(false);
});

test('a waiting run survives a restart, and wakes at its time', patient, async () => {
  const folder = shared;
  const minute = 60_000;
  const execute: Execute = async ({ run }) =>
    run.updatedAt >= run.createdAt + minute
      ? completed(0)
      : { status: 'waiting', position: 0, note: 'later', wakeAt: run.createdAt + minute };
  const first = openEngine(folder, execute);
  const { run } = await first.engine.start(newRun());
  expect(await atRest(first.engine, run.id)).toMatchObject({ status: 'waiting', note: 'later' });
  await first.engine.close();
  expect(await hasUnfinishedRuns(folder)).toBe(true);

  const second = openEngine(folder, execute);
  await second.engine.open();
  expect(await second.engine.find(run.id)).toMatchObject({ status: 'waiting' });
  second.clock.advance(minute);
  await until(async () => (await second.engine.find(run.id))?.status === 'completed');
});

test('changes of which one half was lost in a crash are completed', patient, async () => {
  const folder = shared;
  const executions: string[] = [];
  const execute: Execute = async (execution) => {
    executions.push(execution.run.id);
    const isFirst = executions.filter((id) => id === execution.run.id).length === 1;
    for (const step of [0, 1]) {
      await execution.keep(step, `${step} work`, async () => executions.length);
    }
    return isFirst ? { status: 'failed', position: 1, note: 'why' } : completed(2);
  };
  const first = openEngine(folder, execute);
  const [resumed, running, given] = [newRun(), newRun(), newRun()];
  for (const run of [resumed, running]) {
    await first.engine.start(run);
    await atRest(first.engine, run.id);
  }
  await first.engine.close();
  const before = executions.length;
  await withDatabase(folder, async (database) => {
    // The engine was not told that one was resumed, it ended one that is running, and never heard of one.
    await database.query(`update guildline.runs set status = 'queued' where id = $1`, [resumed.id]);
    await database.query(
      `update guildline.runs set status = 'running', execution = 'lost' where id = $1`,
      [running.id],
    );
    await database.query(
      `insert into guildline.runs (id, kind, caller, input, given, status, position, created_at, updated_at)
       values ($1, 'workflow', 'alice', 'null', '["given"]', 'queued', 1, 0, 0)`,
      [given.id],
    );
  });

  const second = openEngine(folder, execute);
  await second.engine.open();
  expect(await atRest(second.engine, resumed.id)).toMatchObject({ status: 'completed' });
  expect(await atRest(second.engine, running.id)).toMatchObject({ status: 'completed' });
  expect(await atRest(second.engine, given.id)).toMatchObject({ status: 'failed' });
  // From the step where it stood: what that step gave was forgotten, what came before was not.
  expect(Array.from(await second.engine.kept(resumed.id))).toEqual([
    [0, 1],
    [1, expect.any(Number)],
  ]);
  expect((await second.engine.kept(resumed.id)).get(1)).toBeGreaterThan(before);
  expect((await second.engine.kept(running.id)).get(1)).toBe(2);
  expect((await second.engine.kept(given.id)).get(0)).toBe('given');
});

test(
  'runs that ended are deleted after the retention time, with everything that belongs to them',
  patient,
  async () => {
    const folder = await folderWithDatabase();
    const day = 24 * 60 * 60 * 1000;
    const execute: Execute = async (execution) => {
      await execution.keep(0, '0 work', async () => {
        await execution.claim(0, 1);
        return 'secret of the run';
      });
      return { status: execution.run.input as 'completed', position: 1, note: 'note' };
    };
    const first = openEngine(folder, execute);
    const ids: Record<string, string> = {};
    for (const status of [
      'completed',
      'completed_with_errors',
      'cancelled',
      'failed',
      'needs_review',
      'waiting',
    ]) {
      const run = { ...newRun(status), key: status };
      await first.engine.start(run);
      await atRest(first.engine, run.id);
      ids[status] = run.id;
    }
    await first.engine.close();

    const second = openEngine(folder, execute, { retention: 2 * day });
    second.clock.advance(day);
    await second.engine.open();
    expect(await second.engine.find(ids['completed'] ?? '')).toBeDefined();
    await second.engine.close();

    const third = openEngine(folder, execute, { retention: 2 * day });
    third.clock.advance(3 * day);
    await third.engine.open();
    await until(async () => (await third.engine.find(ids['failed'] ?? '')) === undefined);
    const left = await third.engine.list({ kind: 'workflow', caller: 'alice', limit: 10 });
    expect(left.map(({ status }) => status)).toEqual(['waiting', 'needs_review']);
    // Its key is free again.
    const again = await third.engine.start({ ...newRun('completed'), key: 'completed' });
    expect(again.isNew).toBe(true);
    await atRest(third.engine, again.run.id);
    await third.engine.close();
    const counts = await withDatabase(folder, async (database) => {
      const { rows } = await database.query<{
        runs: number;
        claims: number;
        workflows: number;
        steps: number;
        tidied: number;
      }>(
        `select (select count(*) from guildline.runs)::integer as runs,
         (select count(*) from guildline.run_claims)::integer as claims,
         (select count(*) from guildline.workflow_status)::integer as workflows,
         (select count(*) from guildline.operation_outputs)::integer as steps,
         (select reltuples from pg_class where relname = 'runs' and relkind = 'r') as tidied`,
      );
      return rows[0];
    });
    // The room of the deleted ones can be used again: two were left when the tables were tidied.
    expect(counts).toEqual({ runs: 3, claims: 3, workflows: 3, steps: 3, tidied: 2 });
  },
);

test(
  'a run that ends its process again and again is given up, and can be resumed',
  patient,
  async () => {
    const folder = shared;
    const { id } = newRun();
    const enter = (fruitless: number) =>
      withDatabase(folder, (database) =>
        database.query(
          `insert into guildline.runs
           (id, kind, caller, input, status, position, execution, fruitless, created_at, updated_at)
         values ($1, 'workflow', 'alice', 'null', 'running', 0, 'lost', $2, 0, 0)`,
          [id, fruitless],
        ),
      );
    await enter(100);
    const world = openEngine(folder, async () => completed(0));
    await world.engine.open();
    const failed = await atRest(world.engine, id);
    expect(failed).toMatchObject({
      status: 'failed',
      note: {
        failure: { code: 'INTERNAL_ERROR', message: expect.stringContaining('100 executions') },
      },
    });
    await world.engine.resume(failed, {});
    expect(await atRest(world.engine, id)).toMatchObject({ status: 'completed' });
  },
);

test('a database of a newer server is refused, and said to be newer', patient, async () => {
  const folder = shared;
  await withDatabase(folder, (database) =>
    database.exec('update guildline.run_format set version = 2'),
  );
  const { engine } = openEngine(folder, async () => completed(0));
  await expect(engine.find('wf_1')).rejects.toMatchObject({
    code: 'WORKFLOW_UNAVAILABLE',
    message: expect.stringMatching(/newer Guildline \(format 2; this one knows up to 1\)/),
  });
  // Refused, and not held.
  await withDatabase(folder, (database) =>
    database.exec('update guildline.run_format set version = 1'),
  );
  expect(await engine.find('wf_1')).toBeUndefined();
});

test(
  'a process that does not work decides about runs, and leaves them to one that does',
  patient,
  async () => {
    const folder = shared;
    const worked: string[] = [];
    const execute =
      (name: string): Execute =>
      async ({ run }) => {
        worked.push(`${name} ${run.note ?? 'first'}`);
        return run.note === 'go'
          ? completed(0)
          : { status: 'needs_review', position: 0, note: null };
      };
    const first = openEngine(folder, execute('server'));
    const { run } = await first.engine.start(newRun());
    await atRest(first.engine, run.id);
    await first.engine.close();
    expect(await hasUnfinishedRuns(folder)).toBe(false);

    const idle = openEngine(folder, execute('idle'), { work: false });
    const parked = await idle.engine.find(run.id);
    if (parked === undefined) throw new Error('No run.');
    expect(await idle.engine.list({ kind: 'workflow', caller: 'alice', limit: 1 })).toEqual([
      parked,
    ]);
    expect(await idle.engine.resume(parked, { note: 'go' })).toMatchObject({ status: 'queued' });
    const started = await idle.engine.start(newRun());
    await idle.engine.close();
    expect(await hasUnfinishedRuns(folder)).toBe(true);
    expect(worked).toEqual(['server first']);

    const second = openEngine(folder, execute('server'));
    await second.engine.open();
    expect(await atRest(second.engine, run.id)).toMatchObject({ status: 'completed' });
    expect(await atRest(second.engine, started.run.id)).toMatchObject({ status: 'needs_review' });
    expect(worked.sort()).toEqual(['server first', 'server first', 'server go']);
  },
);

test('a process that does not work makes no database only to find it empty', async () => {
  const folder = join(await emptyFolder(), 'workflows');
  const { engine, reports } = openEngine(folder, async () => completed(0), { work: false });
  expect(await engine.find('wf_1')).toBeUndefined();
  expect(await engine.list({ kind: 'workflow', caller: 'alice', limit: 5 })).toEqual([]);
  expect(await engine.kept('wf_1')).toEqual(new Map());
  expect(await engine.cancel('wf_1')).toBeUndefined();
  await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(reports).toEqual([]);
});

test('the folder is for its owner only', patient, async () => {
  const folder = shared;
  const { engine } = openEngine(folder, async () => completed(0));
  await engine.start(newRun());
  const modes = await Promise.all(
    [folder, join(folder, 'unfinished')].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600]);
});

test('a second engine of the same process is refused too', patient, async () => {
  const folder = shared;
  const one = openEngine(folder, async () => completed(0));
  await one.engine.open();
  const other = openEngine(folder, async () => completed(0), { work: false });
  await expect(other.engine.find('wf_1')).rejects.toMatchObject({
    code: 'WORKFLOW_UNAVAILABLE',
    details: { pid: process.pid },
  });
});

test('ids and keys that no database takes as text are no fault', patient, async () => {
  const folder = shared;
  const { engine } = openEngine(folder, async (execution) => {
    await execution.keep(0, '0 work', async () => ({
      constructor: 'x',
      nul: '\0',
      half: '\ud800',
    }));
    return completed(1);
  });
  for (const id of ['', '\0', "'; drop table runs", 'x'.repeat(1_000)]) {
    expect(await engine.find(id)).toBeUndefined();
    expect(await engine.cancel(id)).toBeUndefined();
    expect(await engine.kept(id)).toEqual(new Map());
  }
  const key = 'a\0b\ud800';
  const { run } = await engine.start({ ...newRun({ text: '\0' }), key });
  expect(await engine.start({ ...newRun(), key })).toMatchObject({
    isNew: false,
    run: { id: run.id, key },
  });
  await atRest(engine, run.id);
  expect((await engine.kept(run.id)).get(0)).toEqual(
    JSON.parse('{ "constructor": "x", "nul": "\\u0000", "half": "\\ud800" }'),
  );
});
