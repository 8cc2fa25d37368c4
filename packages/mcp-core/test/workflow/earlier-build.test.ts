import { expect, test } from 'vitest';
import type { NewRun } from '../../src/index.ts';
import { startWorld, structuredOf, target } from './workflow-world.ts';

/** A workflow word for word as the first build keeps it: later ones have to read it. */
const input = {
  target: { profile_id: 'default' },
  steps: [
    { id: 'a', tool: 'things_make', args: { name: 'a' }, save_as: 'first' },
    { tool: 'things_put', args: { name: 'of {{first.thing_id}}' }, continue_on_error: true },
    { id: 'c', tool: 'things_drop', args: { name: 'c' }, if: 'step_1.name' },
  ],
  grants: [[2, { tool: 'things_drop', templated: false, guilds: [], count: 1 }]],
  digest: 'b0c1',
  trace_id: '0af7651916cd43dd8448eb211c80319c',
};

const firstStep = {
  record: {
    id: 'a',
    tool: 'things_make',
    status: 'success',
    result: { thing_id: 't9', name: 'a' },
    duration_ms: 12,
  },
};

/** As an earlier build has left it, with its first step kept. */
const earlier: NewRun = {
  id: 'wf_0123456789abcdef0123456789abcdef',
  kind: 'workflow',
  caller: 'alice',
  key: undefined,
  input,
  given: [firstStep],
};

test('a run that an earlier build has started, and kept a step of, finishes under this one', async () => {
  const world = startWorld();
  const { run } = await world.engine.start(earlier);
  await world.engine.idle();
  expect(await world.status(run.id)).toMatchObject({ status: 'completed', completed_steps: 3 });
  expect(world.platform.requests).toEqual(['things_put of t9', 'things_drop c']);
  expect(await world.result(run.id)).toMatchObject({
    steps: [firstStep.record, { id: 'step_1' }, { id: 'c', status: 'success' }],
  });
});

test('a run that an earlier build has left in review is decided under this one', async () => {
  const world = startWorld();
  const { run } = await world.engine.start(earlier);
  const note = {
    failure: { code: 'OUTCOME_UNKNOWN', message: 'Step 2 may or may not have been applied.' },
    review: {
      position: 1,
      step: 'step_1',
      tool: 'things_put',
      args: { name: 'of t9' },
      claimed_at: 0,
      open_until: 1,
      known: 'It cannot be looked up.',
    },
  };
  await world.engine.change(run.id, ['queued'], { status: 'needs_review', position: 1, note });
  const verdict = {
    step: 'step_1',
    outcome: 'applied',
    result: { thing_id: 't10', name: 'of t9' },
  };
  structuredOf(await world.call('workflow_resume', { id: run.id, target, verdict }));
  await world.engine.idle();
  expect(await world.status(run.id)).toMatchObject({ status: 'completed' });
  expect(world.platform.requests).toEqual(['things_drop c']);
});
