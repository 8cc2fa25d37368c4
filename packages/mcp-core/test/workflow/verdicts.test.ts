import { describe, expect, test } from 'vitest';
import { createApproval, createApprovalTickets, defaultApprovalPolicy } from '../../src/index.ts';
import { createUsedApprovals } from '../approval-fakes.ts';
import { alice } from '../fakes.ts';
import { lost, refusal } from './platform.ts';
import {
  errorOf,
  make,
  startWorld,
  structuredOf,
  target,
  type WorldOptions,
} from './workflow-world.ts';

/** A workflow whose second step may or may not have been applied. */
async function park(isApplied = true, options: WorldOptions = {}) {
  const world = startWorld(options);
  world.platform.interfere = (moment, { name }) => {
    if (name === 'b' && moment === (isApplied ? 'answered' : 'sent')) throw lost();
  };
  const summary = await world.run([
    make('a'),
    make('b', 'things_fire'),
    make('c', 'things_put', { if: "b.name == 'b'", args: { name: 'of {{b.thing_id}}' } }),
  ]);
  expect(summary).toMatchObject({ status: 'needs_review', current_step: 2, completed_steps: 1 });
  world.platform.interfere = () => undefined;
  return { world, id: summary.id, failure: summary.failure };
}

describe('a verdict', () => {
  test('applied, with the result, goes on as if the answer had come', async () => {
    const { world, id } = await park();
    const result = { thing_id: 't1', name: 'b' };
    const done = await world.resume(id, { step: 'b', outcome: 'applied', result });
    expect(done).toMatchObject({ status: 'completed', completed_steps: 3 });
    expect(world.platform.requests).toEqual(['things_make a', 'things_fire b', 'things_put of t1']);
    const outcome = await world.call('workflow_result', { id, target });
    expect(structuredOf(outcome)).toMatchObject({ steps: [{}, { status: 'success', result }, {}] });
    const decision = { outcome: 'applied', by: 'alice', position: 1 };
    expect(outcome).toMatchObject({ meta: { 'guildline/decisions': { b: decision } } });
  });

  test('applied, without a result, leaves null for later steps', async () => {
    const { world, id } = await park();
    await world.resume(id, { step: 'b', outcome: 'applied' });
    expect(await world.result(id)).toMatchObject({
      steps: [{}, { id: 'b', status: 'success', result: null }, { status: 'skipped' }],
    });
  });

  test('not_applied makes the call again, once', async () => {
    const { world, id } = await park(false);
    world.clock.advance(62_000);
    expect(await world.resume(id, { step: 'b', outcome: 'not_applied' })).toMatchObject({
      status: 'completed',
    });
    expect(world.platform.count('b')).toBe(1);
  });

  test('not_applied is taken only once the request cannot arrive any more', async () => {
    const { world, id } = await park(false);
    world.clock.advance(61_999);
    const args = { id, target, verdict: { step: 'b', outcome: 'not_applied' } };
    expect(errorOf(await world.call('workflow_resume', args))).toMatchObject({
      code: 'WORKFLOW_NOT_WAITING',
      retriable: true,
      retry_after_ms: 1,
      message: expect.stringContaining('may still arrive until 2030-01-01T00:01:02.000Z'),
    });
    world.clock.advance(1);
    expect(await world.call('workflow_resume', args)).toMatchObject({ kind: 'result' });
  });

  test('not_applied counts for one call: if that is lost, too, somebody decides again', async () => {
    const { world, id } = await park(false);
    world.clock.advance(62_000);
    world.platform.interfere = (moment) => {
      if (moment === 'answered') throw lost();
    };
    expect(await world.resume(id, { step: 'b', outcome: 'not_applied' })).toMatchObject({
      status: 'needs_review',
      current_step: 2,
    });
    world.platform.interfere = () => undefined;
    await world.resume(id, { step: 'b', outcome: 'applied' });
    expect(world.platform.count('b')).toBe(1);
  });

  test('skip goes on without the step', async () => {
    const { world, id } = await park(false);
    expect(await world.resume(id, { step: 'b', outcome: 'skip' })).toMatchObject({
      status: 'completed',
    });
    expect(world.platform.count('b')).toBe(0);
    expect(await world.result(id)).toMatchObject({
      steps: [{}, { id: 'b', status: 'skipped' }, {}],
    });
  });

  test('may also decide a step that failed', async () => {
    const world = startWorld();
    world.platform.interfere = (_moment, { name }) => {
      if (name === 'a') throw refusal();
    };
    const { id } = await world.run([make('a'), make('b')]);
    expect(await world.resume(id, { step: 'a', outcome: 'skip' })).toMatchObject({
      status: 'completed',
    });
  });
});

describe('refused, and nothing is changed:', () => {
  test.each([
    ['no verdict', undefined, 'WORKFLOW_VERDICT_REQUIRED'],
    ['a verdict for another step', { step: 'a', outcome: 'applied' }, 'WORKFLOW_NOT_WAITING'],
    ['a verdict for a step to come', { step: 'c', outcome: 'skip' }, 'WORKFLOW_NOT_WAITING'],
    ['an unknown outcome', { step: 'b', outcome: 'maybe' }, 'VALIDATION_ERROR'],
    [
      'a result of another shape',
      { step: 'b', outcome: 'applied', result: { thing_id: 1 } },
      'VALIDATION_ERROR',
    ],
    [
      'a result of what was not applied',
      { step: 'b', outcome: 'not_applied', result: { thing_id: 't', name: 'b' } },
      'VALIDATION_ERROR',
    ],
    [
      'a result that is too large to keep',
      { step: 'b', outcome: 'applied', result: { thing_id: 't', name: 'b'.repeat(256 * 1024) } },
      'VALIDATION_ERROR',
    ],
  ])('%s', async (_what, verdict, code) => {
    const { world, id, failure } = await park();
    const args = { id, target, ...(verdict ? { verdict } : {}) };
    const error = errorOf(await world.call('workflow_resume', args));
    expect(error.code).toBe(code);
    if (!verdict) {
      expect(error.message).toBe(failure?.message);
      // A template may have filled the arguments from outside.
      const name = expect.stringMatching(/^⟦untrusted (\w+)⟧b⟦\/untrusted \1⟧$/);
      expect(error.details).toMatchObject({ review: { step: 'b', args: { name } } });
    }
    await world.engine.idle();
    expect(await world.status(id)).toMatchObject({ status: 'needs_review' });
    expect(world.platform.count('b')).toBe(1);
  });

  test.each(['completed', 'cancelled', 'waiting'])(
    'a verdict on a workflow that is %s',
    async (state) => {
      const world = startWorld();
      const wait = { id: 'w', tool: 'workflow_wait', args: { seconds: 60 } };
      const { id } = await world.run(state === 'completed' ? [make('w')] : [wait]);
      if (state === 'cancelled') await world.call('workflow_cancel', { id, target });
      const verdict = { step: 'w', outcome: 'skip' };
      const error = errorOf(await world.call('workflow_resume', { id, target, verdict }));
      expect(error.code).toBe('WORKFLOW_NOT_WAITING');
    },
  );
});

test('a verdict never stands for the answer to a question: that has a way of its own', async () => {
  const world = startWorld();
  const ask = { id: 'ask', tool: 'workflow_ask', args: { question: '{{all.names | [0]}}' } };
  const { id } = await world.run([{ id: 'all', tool: 'things_list', args: {} }, ask, make('b')]);
  expect(await world.status(id)).toMatchObject({ status: 'failed', current_step: 2 });
  const result = { answer: 'yes', answered_by: 'boss', answered_at: '2030-01-01T00:00:00.000Z' };
  for (const more of [{ result }, {}]) {
    const verdict = { step: 'ask', outcome: 'applied', ...more };
    const error = errorOf(await world.call('workflow_resume', { id, target, verdict }));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain('workflow_ask only waits');
  }
  expect(await world.resume(id, { step: 'ask', outcome: 'skip' })).toMatchObject({
    status: 'completed',
  });
});

/** A ring that asks persons. */
function approving(): WorldOptions {
  return {
    onion: {
      approval: createApproval({
        policy: () => defaultApprovalPolicy,
        describe: async () => ({ lines: [], guilds: [] }),
        tickets: createApprovalTickets({
          realm: 'test',
          key: async () => new TextEncoder().encode('a key for tests that is long enough'),
          clock: { now: () => Date.UTC(2030, 0, 1) },
        }),
        used: createUsedApprovals(),
      }),
    },
  };
}

describe('where persons approve', () => {
  test('a verdict is asked about, with what is known, and counts once they have said yes', async () => {
    const { world, id } = await park(true, approving());
    const args = { id, target, verdict: { step: 'b', outcome: 'applied' } };
    const asked = await world.dispatch('workflow_resume', args, { caller: alice, canAsk: true });
    if (asked.kind !== 'needs-approval') throw new Error(JSON.stringify(asked));
    const { preview, ticket } = asked.request;
    expect(preview).toContain('step: 2 (things_fire)');
    expect(preview).toContain('arguments: ⟦{"name":"b"}⟧');
    expect(preview).toContain('verdict: it was applied, and is not done again');
    expect(await world.status(id)).toMatchObject({ status: 'needs_review' });
    const answer = { approved: true, ticket } as const;
    await world.dispatch('workflow_resume', args, { caller: alice, canAsk: true, answer });
    await world.engine.idle();
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
  });

  test('whoever approves a verdict sees the result that later steps will work with', async () => {
    const { world, id } = await park(true, approving());
    const result = { thing_id: 'the thing to drop', name: 'b' };
    const args = { id, target, verdict: { step: 'b', outcome: 'applied', result } };
    const asked = await world.dispatch('workflow_resume', args, { caller: alice, canAsk: true });
    if (asked.kind !== 'needs-approval') throw new Error(JSON.stringify(asked));
    expect(asked.request.preview).toContain(
      'its result: ⟦{"thing_id":"the thing to drop","name":"b"}⟧',
    );
  });

  test.each(['token', 'answer'])(
    'a second approval (%s) of the same verdict does not count for a call that was lost after it was shown',
    async (route) => {
      const { world, id } = await park(false, approving());
      world.clock.advance(62_000);
      world.platform.interfere = (moment) => {
        if (moment === 'answered') throw lost();
      };
      const args = { id, target, verdict: { step: 'b', outcome: 'not_applied' } };
      const ask = async () => {
        const asked = await world.dispatch('workflow_resume', args, {
          caller: alice,
          canAsk: route === 'answer',
        });
        if (asked.kind === 'needs-approval') return asked.request.ticket;
        return (errorOf(asked).details as { confirm_token: string }).confirm_token;
      };
      const approve = (ticket: string) =>
        route === 'answer'
          ? world.dispatch('workflow_resume', args, {
              caller: alice,
              canAsk: true,
              answer: { approved: true, ticket },
            })
          : world.call('workflow_resume', { ...args, __confirm: ticket });
      const [first, second] = [await ask(), await ask()];
      structuredOf(await approve(first));
      await world.engine.idle();
      expect(await world.status(id)).toMatchObject({ status: 'needs_review' });
      world.clock.advance(62_000);
      expect(errorOf(await approve(second)).code).toBe('CONFIRMATION_INVALID');
      await world.engine.idle();
      expect(world.platform.count('b')).toBe(1);
    },
  );

  test('a client that cannot ask brings back the token of a verdict', async () => {
    const { world, id } = await park(true, approving());
    const args = { id, target, verdict: { step: 'b', outcome: 'applied' } };
    const required = errorOf(await world.call('workflow_resume', args));
    expect(required.code).toBe('CONFIRMATION_REQUIRED');
    const { confirm_token } = required.details as { confirm_token: string };
    const outcome = await world.call('workflow_resume', { ...args, __confirm: confirm_token });
    expect(structuredOf(outcome)).toMatchObject({ id });
    await world.engine.idle();
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
  });

  test('a wrong verdict is refused before anybody is asked', async () => {
    const { world, id } = await park(true, approving());
    const args = { id, target, verdict: { step: 'a', outcome: 'applied' } };
    const outcome = await world.dispatch('workflow_resume', args, { caller: alice, canAsk: true });
    expect(errorOf(outcome).code).toBe('WORKFLOW_NOT_WAITING');
  });

  test('a resume without a verdict needs nobody', async () => {
    const world = startWorld(approving());
    world.platform.interfere = () => {
      throw refusal();
    };
    const { id } = await world.run([make('a')]);
    world.platform.interfere = () => undefined;
    expect(await world.resume(id)).toMatchObject({ status: 'completed' });
  });

  test('destructive steps are approved once, at the start, and what was granted goes with the run', async () => {
    const world = startWorld(approving());
    const steps = [make('a', 'things_drop'), make('b'), make('c', 'things_drop')];
    const args = { target, steps };
    const asked = await world.dispatch('workflow_start', args, { caller: alice, canAsk: true });
    if (asked.kind !== 'needs-approval') throw new Error(JSON.stringify(asked));
    expect(asked.request.preview).toContain('Step 1: things_drop');
    expect(asked.request.preview).toContain('Step 3: things_drop');
    expect(await world.engine.list({ kind: 'workflow', caller: 'alice', limit: 1 })).toEqual([]);
    const answer = { approved: true, ticket: asked.request.ticket } as const;
    const outcome = await world.dispatch('workflow_start', args, {
      caller: alice,
      canAsk: true,
      answer,
    });
    await world.engine.idle();
    const { id } = structuredOf<{ id: string }>(outcome);
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
    expect(world.platform.things).toHaveLength(3);
  });

  test('a destructive step that nobody approved is not run', async () => {
    const world = startWorld(approving());
    const error = errorOf(
      await world.call('workflow_start', { target, steps: [make('a', 'things_drop')] }),
    );
    expect(error.code).toBe('CONFIRMATION_REQUIRED');
    const { run } = await world.engine.start({
      id: `wf_${'0'.repeat(32)}`,
      kind: 'workflow',
      caller: 'alice',
      key: undefined,
      input: { target, steps: [make('a', 'things_drop')], grants: [], digest: '', trace_id: 't' },
    });
    await world.engine.idle();
    expect(await world.status(run.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'CONFIRMATION_REQUIRED' },
    });
    expect(world.platform.things).toEqual([]);
  });
});
