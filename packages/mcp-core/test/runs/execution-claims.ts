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

/** What every engine promises of starts and executions. */
export const executionClaims: readonly EngineClaim[] = [
  {
    claim: 'a started run is kept before start resolves, is executed, and ends as its work says',
    check: async (start) => {
      const world = await start(threeSteps(async (_execution, position) => position * 10));
      const { run, isNew } = await world.engine.start(newRun({ input: { a: ['ü'] } }));
      expect(isNew).toBe(true);
      expect(['queued', 'running', 'completed']).toContain((await found(world, run)).status);
      await world.idle();
      expect(await found(world, run)).toMatchObject({
        status: 'completed',
        position: 3,
        input: { a: ['ü'] },
        cancelRequested: false,
        caller: 'alice',
      });
      expect([...(await world.engine.kept(run.id))]).toEqual([
        [0, 0],
        [1, 10],
        [2, 20],
      ]);
    },
  },
  {
    claim:
      'a run that nobody started is not found, and can be neither changed, resumed nor cancelled',
    check: async (start) => {
      const world = await start(async () => done(0));
      const run = await startOne(world);
      await world.idle();
      const strange = { ...(await found(world, run)), id: newRun().id };
      expect(await world.engine.find(strange.id)).toBeUndefined();
      expect(await world.engine.kept(strange.id)).toEqual(new Map());
      expect(await world.engine.cancel(strange.id)).toBeUndefined();
      expect(await world.engine.resume(strange, {})).toBeUndefined();
      expect(await world.engine.change(strange.id, ['failed'], {})).toBeUndefined();
    },
  },
  {
    claim: 'one key of one caller and kind is one run, also when twenty starts arrive at once',
    check: async (start) => {
      let executions = 0;
      const world = await start(async () => {
        executions += 1;
        return done(0);
      });
      const starts = await Promise.all(
        Array.from({ length: 20 }, () => world.engine.start(newRun({ key: 'k' }))),
      );
      const others = await Promise.all([
        world.engine.start(newRun({ key: 'k', caller: 'bob' })),
        world.engine.start(newRun({ key: 'k', kind: 'other' })),
        world.engine.start(newRun({ key: 'l' })),
      ]);
      await world.idle();
      expect(new Set(starts.map(({ run }) => run.id)).size).toBe(1);
      expect(starts.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(others.every(({ isNew }) => isNew)).toBe(true);
      expect(executions).toBe(4);
    },
  },
  {
    claim: 'given results are kept from the start',
    check: async (start) => {
      const worked: number[] = [];
      const world = await start(
        threeSteps(async (_execution, position) => {
          worked.push(position);
          return 'made';
        }),
      );
      const run = await startOne(world, { given: ['given 0', 'given 1'] });
      await world.idle();
      expect(worked).toEqual([2]);
      expect([...(await world.engine.kept(run.id)).values()]).toEqual([
        'given 0',
        'given 1',
        'made',
      ]);
    },
  },
  {
    claim:
      'an execution that takes over does not repeat what is kept, and the one before can do nothing more',
    check: async (start) => {
      const worked: string[] = [];
      const reached = gate();
      const go = gate();
      const rejections: unknown[] = [];
      let executions = 0;
      const world = await start(async (execution) => {
        executions += 1;
        const mine = executions;
        const work = threeSteps(async (_execution, position) => {
          worked.push(`${mine}/${position}`);
          if (mine === 1 && position === 1) {
            reached.open();
            await go.opened;
            for (const attempt of [
              () => execution.claim(1, 1),
              () => execution.release(1),
              () => execution.update({ note: 'stale' }),
            ]) {
              await attempt().catch((error: unknown) => rejections.push(error));
            }
          }
          return mine;
        });
        try {
          return await work(execution);
        } catch (error) {
          rejections.push(error);
          throw error;
        }
      });
      const run = await startOne(world);
      await reached.opened;
      await world.takeOver(run.id);
      await world.idle();
      go.open();
      await expect.poll(() => rejections.length).toBe(4);
      expect(rejections.every((error) => error instanceof ExecutionEnded)).toBe(true);
      expect(worked).toEqual(['1/0', '1/1', '2/1', '2/2']);
      expect([...(await world.engine.kept(run.id)).values()]).toEqual([1, 2, 2]);
      expect(await found(world, run)).toMatchObject({ status: 'completed', note: {} });
    },
  },
  {
    claim:
      'a claim is seen by the next execution with its first time and its latest end, and by no other step',
    check: async (start) => {
      const claims: unknown[] = [];
      const reached = [gate(), gate()];
      let executions = 0;
      const world: EngineWorld = await start(
        threeSteps(async (execution, position) => {
          if (position !== 1) return claims.push(await execution.claim(position, 5));
          executions += 1;
          const mine = executions;
          const until = [0, 5_000, 4_000, 9_000][mine] ?? 0;
          claims.push(await execution.claim(1, world.clock.now() + until));
          world.clock.advance(1000);
          if (mine < 3) {
            reached[mine - 1]?.open();
            await new Promise(() => undefined);
          }
          return claims.push(await execution.claim(1, world.clock.now() + 1));
        }),
      );
      const began = world.clock.now();
      const run = await startOne(world);
      await reached[0]?.opened;
      await world.takeOver(run.id);
      await reached[1]?.opened;
      await world.takeOver(run.id);
      await world.idle();
      expect(claims).toEqual([
        undefined,
        undefined,
        { firstAt: began, until: began + 5000 },
        { firstAt: began, until: began + 5000 },
        undefined,
        undefined,
      ]);
    },
  },
  {
    claim: 'a released claim is gone',
    check: async (start) => {
      const reached = gate();
      let executions = 0;
      let seen: unknown = 'nothing';
      const world = await start(async (execution) => {
        executions += 1;
        const isFirst = executions === 1;
        await execution.keep(0, '0 work', async () => {
          seen = await execution.claim(0, 10);
          await execution.release(0);
          if (!isFirst) return 0;
          reached.open();
          return await new Promise(() => undefined);
        });
        return done(1);
      });
      const run = await startOne(world);
      await reached.opened;
      await world.takeOver(run.id);
      await world.idle();
      expect(seen).toBeUndefined();
    },
  },
  {
    claim: 'a step whose work rejects keeps nothing, and claims outlive a resume',
    check: async (start) => {
      let executions = 0;
      const claims: unknown[] = [];
      const world = await start(async (execution) => {
        executions += 1;
        if (executions > 1) {
          await execution.keep(0, '0 work', async () => claims.push(await execution.claim(0, 1)));
          return done(1);
        }
        await execution
          .keep(0, '0 work', async () => {
            await execution.claim(0, 1);
            throw new Error('no');
          })
          .catch(() => undefined);
        return { status: 'failed', position: 0, note: {} };
      });
      const run = await startOne(world);
      await world.idle();
      expect(await world.engine.kept(run.id)).toEqual(new Map());
      expect(await world.engine.resume(await found(world, run), {})).toBeDefined();
      await world.idle();
      expect(claims).toEqual([{ firstAt: expect.any(Number), until: 1 }]);
    },
  },
];
