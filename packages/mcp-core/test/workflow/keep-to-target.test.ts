import { expect, test } from 'vitest';
import { ToolError } from '../../src/index.ts';
import { make, startWorld, target } from './workflow-world.ts';

const bot_id = '333333333333333333';

/** A run as another server of the same database has started it. */
function kept(runTarget: object) {
  return {
    id: `wf_${'0'.repeat(32)}`,
    kind: 'workflow',
    caller: 'alice',
    key: undefined,
    input: { target: runTarget, steps: [make('a')], grants: [], digest: '', trace_id: 't' },
  };
}

test('a run of another profile is not worked on as this bot, wherever it was started', async () => {
  const world = startWorld();
  const { run } = await world.engine.start(kept({ profile_id: 'other' }));
  await world.engine.idle();
  expect(await world.engine.find(run.id)).toMatchObject({
    status: 'failed',
    position: 0,
    note: { failure: { code: 'WORKFLOW_TARGET_MISMATCH' } },
  });
  expect(world.platform.requests).toEqual([]);
});

test('a run that is bound to a bot stops when the token is another one’s, and goes on when it is back', async () => {
  let own = 'another';
  const world = startWorld({
    checkTarget: async ({ bot_id: wanted }) =>
      wanted === own
        ? undefined
        : new ToolError({ code: 'WORKFLOW_TARGET_MISMATCH', message: 'Another bot.' }),
  });
  const { run } = await world.engine.start(kept({ ...target, bot_id }));
  await world.engine.idle();
  const failed = await world.engine.find(run.id);
  expect(failed).toMatchObject({
    status: 'failed',
    note: { failure: { code: 'WORKFLOW_TARGET_MISMATCH' } },
  });
  expect(world.platform.requests).toEqual([]);
  own = bot_id;
  await world.call('workflow_resume', { id: run.id, target: { ...target, bot_id } });
  await world.engine.idle();
  expect(await world.engine.find(run.id)).toMatchObject({ status: 'completed' });
  expect(world.platform.requests).toEqual(['things_make a']);
});

test('a bot that cannot be asked for fails the run before a step, and it can be resumed', async () => {
  let isDown = true;
  const world = startWorld({
    checkTarget: async () => {
      if (isDown) throw new Error('no network');
      return undefined;
    },
  });
  const { run } = await world.engine.start(kept({ ...target, bot_id }));
  await world.engine.idle();
  expect(await world.engine.find(run.id)).toMatchObject({ status: 'failed' });
  isDown = false;
  await world.call('workflow_resume', { id: run.id, target: { ...target, bot_id } });
  await world.engine.idle();
  expect(await world.engine.find(run.id)).toMatchObject({ status: 'completed' });
});
