import { describe, expect, test } from 'vitest';
import { hasUnfinishedRuns } from '../src/index.ts';
import { emptyFolder, folderWithDatabase } from './test-folder.ts';
import { until } from './until.ts';
import { Worker } from './worker.ts';

const patient = { timeout: 60_000 };

describe('a process that is killed in the middle of a step', () => {
  test('leaves a run that the next one goes on with, at that step', patient, async () => {
    const folder = await folderWithDatabase();
    const first = await Worker.start({ folder });
    const run = await first.begin({ steps: 4, holdAt: 2 });
    await first.said('step', ({ step }) => step === 2);
    await first.kill();
    expect(await hasUnfinishedRuns(folder)).toBe(true);

    const second = await Worker.start({ folder });
    await second.open();
    await second.said('step', ({ step }) => step === 2);
    expect(await second.find(run)).toMatchObject({ status: 'running', position: 2 });
    await second.ask({ do: 'go' });
    await until(async () => (await second.find(run))?.status === 'completed');

    expect(second.of('step')).toEqual([
      { kind: 'step', run, step: 2, earlier: true },
      { kind: 'step', run, step: 3, earlier: false },
    ]);
    const { pid: one } = first;
    const { pid: two } = second;
    expect(await second.ask({ do: 'kept', id: run })).toEqual([
      [0, one],
      [1, one],
      [2, two],
      [3, two],
    ]);
    await until(async () => !(await hasUnfinishedRuns(folder)));
    expect(await second.close()).toBe(0);
  });

  test(
    'leaves the folder free for the next one, which is refused until then',
    patient,
    async () => {
      const folder = await folderWithDatabase();
      const first = await Worker.start({ folder });
      await first.open();
      const second = await Worker.start({ folder });
      await expect(second.open()).rejects.toMatchObject({
        code: 'WORKFLOW_UNAVAILABLE',
        message: expect.stringContaining(`process ${first.pid}.`),
        details: { pid: first.pid },
      });
      await expect(second.open()).rejects.toMatchObject({
        message: expect.stringContaining('GUILDLINE_DATABASE_URL'),
      });
      first.signal('SIGSTOP');
      await expect(second.open()).rejects.toMatchObject({ code: 'WORKFLOW_UNAVAILABLE' });
      await first.kill();
      await second.open();
    },
  );

  test('leaves nothing half made if its database was not ready yet', patient, async () => {
    const folder = await emptyFolder();
    const first = await Worker.start({ folder });
    void first.open().catch(() => undefined);
    await first.said('report', ({ line }) => line.startsWith('Preparing the database'));
    await first.kill();

    const second = await Worker.start({ folder });
    const run = await second.begin({ steps: 1 });
    await until(async () => (await second.find(run))?.status === 'completed');
    expect(second.of('report').map(({ line }) => line)).toEqual([
      `Preparing the database for workflows in ${folder}: once, about five seconds.`,
    ]);
    expect(await second.close()).toBe(0);
  });
});

test('a server that never uses workflows loads no library of the engine and writes nothing', async () => {
  const folder = `${await emptyFolder()}/workflows`;
  const worker = await Worker.start({ folder });
  expect(await worker.ask({ do: 'loaded' })).toEqual([]);
  expect(await hasUnfinishedRuns(folder)).toBe(false);
  expect(await worker.close()).toBe(0);
});
