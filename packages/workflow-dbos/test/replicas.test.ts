import { afterAll, describe, expect, test } from 'vitest';
import { administer, hasPostgres, startPostgres } from './postgres.ts';
import { until } from './until.ts';
import { Worker } from './worker.ts';

const server = hasPostgres ? await startPostgres() : undefined;
afterAll(() => server?.stop());
const patient = { timeout: 60_000 };
const folder = '/nowhere';

async function newDatabase(): Promise<string> {
  const databaseUrl = await server?.createDatabase();
  if (databaseUrl === undefined) throw new Error('No PostgreSQL.');
  return databaseUrl;
}

describe.skipIf(!hasPostgres)('several servers on one database', () => {
  test(
    'go on with the runs of one that was killed, at the step that it was in',
    patient,
    async () => {
      const databaseUrl = await newDatabase();
      const a = await Worker.start({ folder, databaseUrl, replica: 'a' });
      const b = await Worker.start({ folder, databaseUrl, replica: 'b' });
      await b.open();
      const run = await a.begin({ steps: 3, holdAt: 1 });
      await a.said('step', ({ step }) => step === 1);
      await b.ask({ do: 'go' });
      await a.kill();
      await until(async () => (await b.find(run))?.status === 'completed');
      expect(b.of('step')).toEqual([
        { kind: 'step', run, step: 1, earlier: true },
        { kind: 'step', run, step: 2, earlier: false },
      ]);
      expect(await b.ask({ do: 'kept', id: run })).toEqual([
        [0, a.pid],
        [1, b.pid],
        [2, b.pid],
      ]);
      expect(b.of('report').map(({ line }) => line)).toContain(
        '1 run goes on that an ended process left (a).',
      );
    },
  );

  test(
    'take over from one that is paused, which can write nothing when it goes on',
    patient,
    async () => {
      const databaseUrl = await newDatabase();
      const timing = { sweep: 30, poll: 30, lease: 1_200, drain: 500 };
      const a = await Worker.start({ folder, databaseUrl, replica: 'a', timing });
      const b = await Worker.start({ folder, databaseUrl, replica: 'b', timing });
      await b.open();
      const run = await a.begin({ steps: 3, holdAt: 1 });
      await a.said('step', ({ step }) => step === 1);
      a.signal('SIGSTOP');
      await b.said('step', ({ step, earlier }) => step === 1 && earlier);
      a.signal('SIGCONT');
      // The step of the paused one ends first, and its result does not count.
      await a.ask({ do: 'go' });
      await a.said('ended', (line) => line.run === run && line.error.startsWith('ExecutionEnded'));
      await b.ask({ do: 'go' });
      await until(async () => (await b.find(run))?.status === 'completed');
      expect(await b.ask({ do: 'kept', id: run })).toEqual([
        [0, a.pid],
        [1, b.pid],
        [2, b.pid],
      ]);
      expect(a.of('step').map(({ step }) => step)).toEqual([0, 1]);
      await a.said('report', ({ line }) => line.includes('is back'));
    },
  );

  test(
    'refuse one with the name of another that lives, and take it once that one is gone',
    patient,
    async () => {
      const databaseUrl = await newDatabase();
      const first = await Worker.start({ folder, databaseUrl, replica: 'a' });
      const second = await Worker.start({ folder, databaseUrl, replica: 'a' });
      await first.open();
      await expect(second.open()).rejects.toMatchObject({
        code: 'WORKFLOW_UNAVAILABLE',
        message: expect.stringContaining('replica "a"'),
      });
      const run = await first.begin({ steps: 2, holdAt: 0 });
      await first.said('step');
      await first.kill();
      await until(() =>
        second.open().then(
          () => true,
          () => false,
        ),
      );
      await second.said('step', ({ earlier }) => earlier);
      await second.ask({ do: 'go' });
      await until(async () => (await second.find(run))?.status === 'completed');
    },
  );

  test('stop if their name was taken while they were paused', patient, async () => {
    const databaseUrl = await newDatabase();
    const timing = { sweep: 30, poll: 30, lease: 900, drain: 500 };
    const first = await Worker.start({ folder, databaseUrl, replica: 'a', timing });
    const second = await Worker.start({ folder, databaseUrl, replica: 'a', timing });
    await first.open();
    first.signal('SIGSTOP');
    await until(() =>
      second.open().then(
        () => true,
        () => false,
      ),
    );
    first.signal('SIGCONT');
    await first.said('report', ({ line }) => line.includes('works as replica "a" now'));
    await expect(first.open()).rejects.toMatchObject({ code: 'WORKFLOW_UNAVAILABLE' });
    const run = await second.begin({ steps: 1 });
    await until(async () => (await second.find(run))?.status === 'completed');
  });

  test('tell each other of a cancellation', patient, async () => {
    const databaseUrl = await newDatabase();
    const a = await Worker.start({ folder, databaseUrl, replica: 'a' });
    const b = await Worker.start({ folder, databaseUrl, replica: 'b' });
    await b.open();
    const run = await a.begin({ steps: 3, holdAt: 1 });
    await a.said('step', ({ step }) => step === 1);
    expect(await b.ask({ do: 'cancel', id: run })).toMatchObject({ status: 'running' });
    await until(async () => (await b.find(run))?.status === 'cancelled');
    expect(await a.find(run)).toMatchObject({ position: 2, cancelRequested: true });
  });

  test(
    'wake the runs of one another, whatever their clocks say about who owns them',
    patient,
    async () => {
      const databaseUrl = await newDatabase();
      const hour = 60 * 60 * 1000;
      const a = await Worker.start({ folder, databaseUrl, replica: 'a' });
      const b = await Worker.start({ folder, databaseUrl, replica: 'b', clockAhead: 24 * hour });
      await b.open();
      const run = await a.begin({ steps: 2, wait: hour });
      await until(async () => (await a.find(run))?.status === 'completed');
      expect((await a.find(run))?.note).toBe('waited');
    },
  );

  test('make one run of twenty starts with one key that arrive at once', patient, async () => {
    const databaseUrl = await newDatabase();
    const a = await Worker.start({ folder, databaseUrl, replica: 'a' });
    const b = await Worker.start({ folder, databaseUrl, replica: 'b' });
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        (turn % 2 === 0 ? a : b).begin({ steps: 1 }, { key: 'one' }),
      ),
    );
    const { rows } = await administer(databaseUrl, 'select id from guildline.runs');
    expect(rows).toHaveLength(1);
    await until(async () => (await a.find(rows[0].id))?.status === 'completed');
    expect([...a.of('step'), ...b.of('step')]).toHaveLength(1);
  });
});
