import { expect } from 'vitest';
import { ExecutionEnded } from '../../src/index.ts';
import {
  done,
  type EngineClaim,
  type EngineWorld,
  found,
  gate,
  newRun,
  startOne,
  threeSteps,
} from './engine-world.ts';

/** What every engine promises of runs that have ended, wait, are resumed, cancelled or listed. */
export const runClaims: readonly EngineClaim[] = [
  {
    claim:
      'a resumed run goes on where it stands, with the note it was given, and repeats no kept step',
    check: async (start) => {
      const worked: string[] = [];
      let executions = 0;
      const world = await start(async (execution) => {
        executions += 1;
        const mine = executions;
        for (const position of [0, 1, 2]) {
          await execution.keep(position, `${position} work`, async () =>
            worked.push(`${mine}/${position}`),
          );
          if (mine === 1 && position === 1) return { status: 'failed', position: 1, note: 'why' };
        }
        return { status: 'completed', position: 3, note: execution.run.note };
      });
      const run = await startOne(world);
      await world.idle();
      const failed = await found(world, run);
      expect(failed).toMatchObject({ status: 'failed', position: 1, note: 'why' });
      const resumed = await world.engine.resume(failed, { note: { decision: 1 } });
      expect(resumed?.status).toMatch(/queued|running|completed/);
      await world.idle();
      expect(worked).toEqual(['1/0', '1/1', '2/1', '2/2']);
      expect(await found(world, run)).toMatchObject({ status: 'completed', note: { decision: 1 } });
    },
  },
  {
    claim: 'a decision about a run that has moved on since it was read counts for nothing',
    check: async (start) => {
      const world = await start(async (execution) => ({
        status: 'needs_review',
        position: 0,
        note: execution.run.note,
      }));
      const run = await startOne(world);
      await world.idle();
      const seen = await found(world, run);
      const resumes = await Promise.all([
        world.engine.resume(seen, { note: 1 }),
        world.engine.resume(seen, { note: 2 }),
      ]);
      expect(resumes.filter((resumed) => resumed !== undefined)).toHaveLength(1);
      await world.idle();
      const now = await found(world, run);
      expect(now).toMatchObject({ status: 'needs_review', position: 0 });
      expect(await world.engine.resume(seen, { note: 3 })).toBeUndefined();
      expect(now.updatedAt).toBeGreaterThan(seen.updatedAt);
    },
  },
  {
    claim: 'a run that is queued, running or completed is not resumed',
    check: async (start) => {
      const reached = gate();
      const go = gate();
      const world = await start(
        threeSteps(async () => {
          reached.open();
          await go.opened;
          return 0;
        }),
      );
      const run = await startOne(world);
      await reached.opened;
      expect(await world.engine.resume(await found(world, run), {})).toBeUndefined();
      go.open();
      await world.idle();
      expect(await world.engine.resume(await found(world, run), {})).toBeUndefined();
    },
  },
  {
    claim:
      'a waiting run goes on at its time and not before; what it gave at that step is forgotten',
    check: async (start) => {
      const world: EngineWorld = await start(async (execution) => {
        await execution.keep(0, '0 work', async () => 'kept');
        const isFirst = await execution.keep(1, '1 wait', async () => execution.run.note === null);
        if (!isFirst) return done(2);
        return { status: 'waiting', position: 1, note: {}, wakeAt: world.clock.now() + 60_000 };
      });
      const run = await startOne(world);
      await world.idle();
      const wakeAt = world.clock.now() + 60_000;
      expect(await found(world, run)).toMatchObject({ status: 'waiting', position: 1, wakeAt });
      world.clock.advance(59_000);
      await world.wake();
      await world.idle();
      expect(await found(world, run)).toMatchObject({ status: 'waiting' });
      world.clock.advance(1000);
      await world.wake();
      await world.idle();
      expect(await found(world, run)).toMatchObject({ status: 'completed', wakeAt: undefined });
    },
  },
  {
    claim: 'a run that waits for a person waits for no time',
    check: async (start) => {
      const world = await start(async () => ({ status: 'waiting', position: 0, note: {} }));
      const run = await startOne(world);
      await world.idle();
      world.clock.advance(10 * 365 * 24 * 60 * 60 * 1000);
      await world.wake();
      await world.idle();
      expect(await found(world, run)).toMatchObject({ status: 'waiting', wakeAt: undefined });
    },
  },
  ...(['waiting', 'failed', 'needs_review'] as const).map(
    (status): EngineClaim => ({
      claim: `a run that is ${status} is cancelled at once, and a resume is not reached by that cancellation`,
      check: async (start) => {
        const world: EngineWorld = await start(async (execution) => {
          if (execution.run.cancelRequested) {
            return {
              status: 'completed',
              position: 1,
              note: { aborted: execution.signal.aborted },
            };
          }
          const wakeAt = status === 'waiting' ? world.clock.now() + 1000 : undefined;
          return { status, position: 1, note: 'n', ...(wakeAt === undefined ? {} : { wakeAt }) };
        });
        const run = await startOne(world, { given: [0] });
        await world.idle();
        const cancelled = await world.engine.cancel(run.id);
        const expected = { status: 'cancelled', position: 1, note: 'n', cancelRequested: true };
        expect(cancelled).toMatchObject(expected);
        world.clock.advance(2000);
        await world.wake();
        expect(await found(world, run)).toMatchObject({ ...expected, wakeAt: undefined });
        await world.engine.resume(await found(world, run), {});
        await world.idle();
        expect(await found(world, run)).toMatchObject({
          status: 'completed',
          note: { aborted: false },
          cancelRequested: true,
        });
      },
    }),
  ),
  {
    claim:
      'a cancellation is told to the execution that runs, also to one that takes over, and ends what would wait',
    check: async (start) => {
      const reached = gate();
      let executions = 0;
      const signals: boolean[] = [];
      const world = await start(async (execution) => {
        executions += 1;
        if (executions === 1) {
          reached.open();
          if (!execution.signal.aborted) {
            await new Promise((resolve) => execution.signal.addEventListener('abort', resolve));
          }
          signals.push(execution.signal.aborted);
          return await new Promise(() => undefined);
        }
        signals.push(execution.signal.aborted);
        return { status: 'needs_review', position: 0, note: 'why' };
      });
      const run = await startOne(world);
      await reached.opened;
      expect(await world.engine.cancel(run.id)).toMatchObject({
        status: 'running',
        cancelRequested: true,
      });
      await expect.poll(() => signals).toEqual([true]);
      await world.takeOver(run.id);
      await world.idle();
      expect(signals).toEqual([true, true]);
      expect(await found(world, run)).toMatchObject({ status: 'cancelled', note: 'why' });
    },
  },
  {
    claim: 'a run that has completed is not cancelled any more',
    check: async (start) => {
      const world = await start(async () => done(0));
      const run = await startOne(world);
      await world.idle();
      expect(await world.engine.cancel(run.id)).toMatchObject({
        status: 'completed',
        cancelRequested: false,
      });
    },
  },
  {
    claim: 'a defect of the work ends the run as failed, and says what it was',
    check: async (start) => {
      const world = await start(async () => {
        throw new TypeError('x is not a function');
      });
      const run = await startOne(world);
      await world.idle();
      const message = expect.stringContaining('x is not a function');
      expect(await found(world, run)).toMatchObject({
        status: 'failed',
        note: { failure: { code: 'INTERNAL_ERROR', message } },
      });
    },
  },
  {
    claim: 'runs are listed newest first, in pages, by kind, caller and status',
    check: async (start) => {
      const world: EngineWorld = await start(async (execution) =>
        execution.run.input === 'fail' ? { status: 'failed', position: 0, note: {} } : done(0),
      );
      const ids: string[] = [];
      for (const input of ['a', 'fail', 'b', 'fail', 'c']) {
        ids.unshift((await startOne(world, { input })).id);
        world.clock.advance(10);
      }
      await startOne(world, { caller: 'bob' });
      await startOne(world, { kind: 'other' });
      await world.idle();
      const list = async (more: object) =>
        (await world.engine.list({ kind: 'test', caller: 'alice', limit: 10, ...more })).map(
          ({ id }) => id,
        );
      expect(await list({})).toEqual(ids);
      expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2));
      expect(await list({ limit: 2, after: ids[1] })).toEqual(ids.slice(2, 4));
      expect(await list({ status: 'failed' })).toEqual([ids[1], ids[3]]);
      expect(await list({ status: 'failed', after: ids[1] })).toEqual([ids[3]]);
      expect(await list({ after: newRun().id })).toEqual([]);
    },
  },
  {
    claim: 'a run is changed only in a state that is named',
    check: async (start) => {
      const world = await start(async () => ({ status: 'failed', position: 0, note: 'n' }));
      const run = await startOne(world);
      await world.idle();
      expect(await world.engine.change(run.id, ['waiting'], { note: 'x' })).toBeUndefined();
      const changed = await world.engine.change(run.id, ['failed'], { note: 'y' });
      expect(changed).toMatchObject({ status: 'failed', note: 'y' });
      expect(await found(world, run)).toEqual(changed);
    },
  },
  {
    claim: 'a closed engine starts no new step, and lets the one in flight end',
    check: async (start) => {
      const reached = gate();
      const go = gate();
      const worked: number[] = [];
      let rejection: unknown;
      const world = await start(async (execution) => {
        try {
          return await threeSteps(async (_execution, position) => {
            if (position === 1) {
              reached.open();
              await go.opened;
            }
            return worked.push(position);
          })(execution);
        } catch (error) {
          rejection = error;
          throw error;
        }
      });
      await startOne(world);
      await reached.opened;
      const closing = world.engine.close();
      go.open();
      await closing;
      await expect.poll(() => rejection).toBeInstanceOf(ExecutionEnded);
      expect(worked).toEqual([0, 1]);
    },
  },
];
