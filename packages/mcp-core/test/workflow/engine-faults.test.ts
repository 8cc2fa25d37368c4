import { describe, expect, test } from 'vitest';
import type { Execution } from '../../src/index.ts';
import { refusal } from './platform.ts';
import { make, startWorld, type WorldOptions } from './workflow-world.ts';

type Fault = 'keep' | 'claim' | 'release' | 'update';

/** The engine fails at one of its own doings, each time it comes to it. */
function failing(fault: Fault): WorldOptions {
  const fail = () => Promise.reject(new Error('The database is gone.'));
  return {
    around: (execution): Execution => ({
      run: execution.run,
      signal: execution.signal,
      isKept: (position) => execution.isKept(position),
      keep:
        fault === 'keep' ? fail : (position, name, work) => execution.keep(position, name, work),
      claim: fault === 'claim' ? fail : (position, until) => execution.claim(position, until),
      release: fault === 'release' ? fail : (position) => execution.release(position),
      update: fault === 'update' ? fail : (patch) => execution.update(patch),
    }),
  };
}

describe('what the engine rejects with', () => {
  test.each(['keep', 'claim', 'release', 'update'] as const)(
    'in %s ends the work with just that, and nothing is kept of the step',
    async (fault) => {
      const world = startWorld(failing(fault));
      world.platform.interfere = () => {
        if (fault === 'release') throw refusal();
      };
      const { id } = await world.start([make('a', 'things_fire')]);
      if (fault === 'update') {
        const run = await world.engine.find(id);
        const decision = { position: 0, outcome: 'not_applied', result: null, by: 'alice', at: 0 };
        await world.engine.change(id, [run?.status ?? 'queued'], { note: { decision } });
      }
      await world.engine.idle();
      // The engine in memory takes what it does not know for a defect of the work.
      expect(await world.status(id)).toMatchObject({
        status: 'failed',
        failure: { code: 'INTERNAL_ERROR', message: 'The database is gone.' },
      });
      expect(await world.engine.kept(id)).toEqual(new Map());
      expect(world.platform.count('a')).toBe(0);
    },
  );
});

test('a workflow whose templates a later version cannot read fails plainly', async () => {
  const world = startWorld();
  const { run } = await world.engine.start({
    id: `wf_${'0'.repeat(32)}`,
    kind: 'workflow',
    caller: 'alice',
    key: undefined,
    input: {
      target: { profile_id: 'default' },
      steps: [make('a', 'things_make', { args: { name: '{{ ( }}' } })],
      grants: [],
      digest: '',
      trace_id: 't',
    },
  });
  await world.engine.idle();
  expect(await world.status(run.id)).toMatchObject({
    status: 'failed',
    failure: { code: 'PIPELINE_INVALID', message: expect.stringContaining('Step 1 (a)') },
  });
});

test('a tool that is gone since the start fails its step, and the workflow can be resumed', async () => {
  const world = startWorld();
  const { run } = await world.engine.start({
    id: `wf_${'0'.repeat(32)}`,
    kind: 'workflow',
    caller: 'alice',
    key: undefined,
    input: {
      target: { profile_id: 'default' },
      steps: [make('a', 'things_gone')],
      grants: [],
      digest: '',
      trace_id: 't',
    },
  });
  await world.engine.idle();
  expect(await world.status(run.id)).toMatchObject({
    status: 'failed',
    failure: { code: 'UNKNOWN_TOOL' },
  });
});
