import { describe, expect, test } from 'vitest';
import { createApproval, createApprovalTickets, defaultApprovalPolicy } from '../../src/index.ts';
import { createUsedApprovals } from '../approval-fakes.ts';
import { alice } from '../fakes.ts';
import {
  bob,
  errorOf,
  make,
  startWorld,
  structuredOf,
  target,
  type WorkflowWorld,
} from './workflow-world.ts';

async function pass(world: WorkflowWorld, milliseconds: number) {
  world.clock.advance(milliseconds);
  world.engine.wake();
  await world.engine.idle();
}

describe('workflow_wait', () => {
  test.each([
    [{ seconds: 60 }, '2030-01-01T00:01:00.000Z'],
    [{ until: '2030-01-01T00:01:00Z' }, '2030-01-01T00:01:00.000Z'],
    [{ until: '2030-01-01T02:01:00+02:00' }, '2030-01-01T00:01:00.000Z'],
  ])('%j goes on then and not before, and says so', async (args, waited_until) => {
    const world = startWorld();
    const { id, ...summary } = await world.run([
      { id: 'w', tool: 'workflow_wait', args },
      make('after', 'things_make', { args: { name: 'after {{w.waited_until}}' } }),
    ]);
    expect(summary).toMatchObject({ status: 'waiting', current_step: 1, completed_steps: 0 });
    expect(summary).not.toHaveProperty('failure');
    const outcome = await world.call('workflow_status', { id, target });
    expect(outcome).toMatchObject({
      meta: { 'guildline/waiting': { step: 'w', until: waited_until } },
      notes: [`Step 1 (w) waits until ${waited_until} and goes on by itself.`],
    });
    await pass(world, 59_999);
    expect(await world.status(id)).toMatchObject({ status: 'waiting' });
    await pass(world, 1);
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
    expect(world.platform.requests).toEqual([`things_make after ${waited_until}`]);
  });

  test('that lies in the past does not wait, and a template may say how long', async () => {
    const world = startWorld();
    const { status } = await world.run([
      { id: 'past', tool: 'workflow_wait', args: { until: '2029-01-01T00:00:00Z' } },
      { id: 'all', tool: 'things_list', args: {} },
      { tool: 'workflow_wait', args: { seconds: '{{length(all.names) || `1`}}' }, if: 'all.count' },
    ]);
    expect(status).toBe('completed');
  });

  test('is not begun anew by a cancellation and a resume', async () => {
    const world = startWorld();
    const { id } = await world.run([{ tool: 'workflow_wait', args: { seconds: 60 } }]);
    await pass(world, 40_000);
    await world.call('workflow_cancel', { id, target });
    expect(await world.resume(id)).toMatchObject({ status: 'waiting' });
    await pass(world, 20_000);
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
  });

  test.each([
    [{}],
    [{ seconds: 1, until: '2030-01-01T00:00:00Z' }],
    [{ seconds: 0 }],
    [{ seconds: 1e9 }],
    [{ until: 'tomorrow' }],
    [{ until: '2030-01-01T00:00:00' }],
  ])('with %j is refused', async (args) => {
    const world = startWorld();
    const steps = [{ tool: 'workflow_wait', args }];
    const error = errorOf(await world.call('workflow_start', { target, steps }));
    expect(error.code).toBe('PIPELINE_INVALID');
  });

  test('whose template gives no time fails the step', async () => {
    const world = startWorld();
    expect(
      await world.run([make('a'), { tool: 'workflow_wait', args: { until: '{{a.name}}' } }]),
    ).toMatchObject({ status: 'failed', current_step: 2, failure: { code: 'VALIDATION_ERROR' } });
  });
});

const ask = (more: object = {}) => ({
  id: 'ask',
  tool: 'workflow_ask',
  args: { question: 'Shall {{a.name}} go out?', choices: ['yes', 'no'], ...more },
});
const steps = (more: object = {}) => [
  make('a'),
  ask(more),
  make('b', 'things_put', { if: "ask.answer == 'yes'", args: { name: 'by {{ask.answered_by}}' } }),
];

describe('workflow_ask', () => {
  test('waits for an answer, and workflow_result has the question', async () => {
    const world = startWorld();
    const { id, ...summary } = await world.run(steps());
    expect(summary).toMatchObject({ status: 'waiting', current_step: 2 });
    expect(await world.result(id)).toEqual({
      id,
      status: 'waiting',
      steps: [
        expect.objectContaining({ id: 'a', status: 'success' }),
        {
          id: 'ask',
          tool: 'workflow_ask',
          status: 'waiting',
          duration_ms: 0,
          waiting: {
            question: 'Shall a go out?',
            choices: ['yes', 'no'],
            asked_at: '2030-01-01T00:00:00.000Z',
          },
        },
      ],
      variables: { a: { thing_id: 't0', name: 'a' } },
    });
    await pass(world, 1e10);
    expect(await world.status(id)).toMatchObject({ status: 'waiting' });
  });

  test('is answered by an approver who did not ask, and later steps see what was answered and by whom', async () => {
    const world = startWorld({ approvers: ['bob'] });
    const { id } = await world.run(steps());
    world.clock.advance(5000);
    const outcome = await world.call(
      'workflow_answer',
      { id, target, step: 'ask', answer: 'yes' },
      bob,
    );
    expect(structuredOf(outcome)).toMatchObject({ id });
    await world.engine.idle();
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
    expect(await world.result(id)).toMatchObject({
      variables: {
        ask: { answer: 'yes', answered_by: 'bob', answered_at: '2030-01-01T00:00:05.000Z' },
        b: { name: 'by bob' },
      },
    });
  });

  test('takes one answer', async () => {
    const world = startWorld({ approvers: ['bob', 'eve'] });
    const { id } = await world.run(steps());
    const answers = await Promise.all(
      ['yes', 'no'].map((answer, index) =>
        world.call(
          'workflow_answer',
          { id, target, step: 'ask', answer },
          { id: index ? 'eve' : 'bob', groups: [] },
        ),
      ),
    );
    await world.engine.idle();
    const late = await world.call(
      'workflow_answer',
      { id, target, step: 'ask', answer: 'no' },
      bob,
    );
    const kinds = answers.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['error', 'result']);
    expect(errorOf(late).code).toBe('WORKFLOW_NOT_WAITING');
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
  });

  test.each([
    [{ answer: 'maybe' }, 'VALIDATION_ERROR'],
    [{ step: 'a' }, 'WORKFLOW_NOT_WAITING'],
    [{ step: 'b' }, 'WORKFLOW_NOT_WAITING'],
  ])('refuses %j', async (wrong, code) => {
    const world = startWorld({ approvers: ['bob'] });
    const { id } = await world.run(steps());
    const args = { id, target, step: 'ask', answer: 'yes', ...wrong };
    expect(errorOf(await world.call('workflow_answer', args, bob)).code).toBe(code);
    expect(await world.status(id)).toMatchObject({ status: 'waiting' });
  });

  test('takes any text where it offers no choices', async () => {
    const world = startWorld({ approvers: ['bob'] });
    const { id } = await world.run(steps({ choices: undefined }));
    await world.call('workflow_answer', { id, target, step: 'ask', answer: 'not today' }, bob);
    await world.engine.idle();
    expect(await world.result(id)).toMatchObject({ variables: { ask: { answer: 'not today' } } });
  });

  test.each([
    [{ choices: ['one'] }],
    [{ choices: ['a', 'a'] }],
    [{ question: '' }],
    [{ options: [] }],
  ])('with %j is refused at the start', async (more) => {
    const world = startWorld();
    const error = errorOf(await world.call('workflow_start', { target, steps: steps(more) }));
    expect(error.code).toBe('PIPELINE_INVALID');
  });
});

describe('where persons approve', () => {
  const world = (approvers: readonly string[], policy = defaultApprovalPolicy) =>
    startWorld({
      approvers,
      onion: {
        approval: createApproval({
          policy: () => policy,
          describe: async () => ({ lines: [], guilds: [] }),
          tickets: createApprovalTickets({
            realm: 'test',
            key: async () => new TextEncoder().encode('a key for tests that is long enough'),
            clock: { now: () => Date.UTC(2030, 0, 1) },
          }),
          used: createUsedApprovals(),
        }),
      },
    });
  const answering = (id: string) => ({ id, target, step: 'ask', answer: 'yes' });

  test('an approver who did not ask answers directly', async () => {
    const asked = world(['bob']);
    const { id } = await asked.run(steps());
    expect(await asked.call('workflow_answer', answering(id), bob)).toMatchObject({
      kind: 'result',
    });
  });

  test.each([[[]], [['alice']]])(
    'whoever asked answers only in a form of its own, with approvers %j',
    async (approvers) => {
      const asked = world(approvers);
      const { id } = await asked.run(steps());
      const refused = errorOf(await asked.call('workflow_answer', answering(id)));
      expect(refused).toMatchObject({ code: 'CONFIRMATION_REQUIRED', outcome: 'not_applied' });
      expect(JSON.stringify(refused)).not.toContain('confirm_token');
      expect(await asked.status(id)).toMatchObject({ status: 'waiting' });
      const outcome = await asked.dispatch('workflow_answer', answering(id), {
        caller: alice,
        canAsk: true,
      });
      if (outcome.kind !== 'needs-approval') throw new Error(JSON.stringify(outcome));
      expect(outcome.request.preview).toContain('question: ⟦Shall a go out?⟧');
      expect(outcome.request.preview).toContain('answer: ⟦yes⟧');
      const { ticket } = outcome.request;
      await asked.dispatch('workflow_answer', answering(id), {
        caller: alice,
        canAsk: true,
        answer: { approved: true, ticket },
      });
      await asked.engine.idle();
      expect(await asked.status(id)).toMatchObject({ status: 'completed' });
    },
  );

  test('nobody answers for the person because approvals are switched off', async () => {
    const asked = world([], { ...defaultApprovalPolicy, modeOf: () => 'never' });
    const { id } = await asked.run(steps());
    expect(errorOf(await asked.call('workflow_answer', answering(id))).code).toBe(
      'CONFIRMATION_REQUIRED',
    );
  });

  test('the person sees all of a long answer', async () => {
    const asked = world([]);
    const { id } = await asked.run([
      { id: 'ask', tool: 'workflow_ask', args: { question: 'q'.repeat(2000) } },
    ]);
    const answer = `${'a'.repeat(1990)}, but no`;
    const outcome = await asked.dispatch(
      'workflow_answer',
      { id, target, step: 'ask', answer },
      { caller: alice, canAsk: true },
    );
    if (outcome.kind !== 'needs-approval') throw new Error(JSON.stringify(outcome));
    const { preview } = outcome.request;
    expect(preview.match(/a{2,}/g)?.join('')).toHaveLength(1990);
    expect(preview).toContain(', but no⟧');
    expect(preview).not.toContain('…');
  });

  test('an approval of one answer is none of another', async () => {
    const asked = world([]);
    const { id } = await asked.run(steps());
    const outcome = await asked.dispatch('workflow_answer', answering(id), {
      caller: alice,
      canAsk: true,
    });
    if (outcome.kind !== 'needs-approval') throw new Error(JSON.stringify(outcome));
    const { ticket } = outcome.request;
    const other = await asked.dispatch(
      'workflow_answer',
      { ...answering(id), answer: 'no' },
      { caller: alice, canAsk: true, answer: { approved: true, ticket } },
    );
    expect(errorOf(other).code).toBe('CONFIRMATION_INVALID');
    expect(await asked.status(id)).toMatchObject({ status: 'waiting' });
  });
});

test('steps that wait exist in workflows only, and mcp_pipeline says where', async () => {
  const world = startWorld();
  for (const step of [
    { tool: 'workflow_wait', args: { seconds: 1 } },
    { tool: 'workflow_ask', args: { question: 'x' } },
  ]) {
    const outcome = await world.call('mcp_pipeline', { steps: [step] });
    expect(structuredOf(outcome)).toMatchObject({
      aborted: true,
      steps: [
        {
          error: {
            code: 'PIPELINE_INVALID',
            message: expect.stringContaining('as a step of workflow_start only'),
          },
        },
      ],
    });
    expect(await world.call(step.tool, step.args)).toMatchObject({
      kind: 'error',
      error: { code: 'UNKNOWN_TOOL' },
    });
  }
});

test('an approver sees the question of somebody else, and nothing that the steps gave', async () => {
  const world = startWorld({ approvers: ['bob'] });
  const ask = { id: 'ask', tool: 'workflow_ask', args: { question: 'Shall it?' } };
  const { id } = await world.run([make('a'), ask]);
  const seen = structuredOf(await world.call('workflow_result', { id, target }, bob));
  expect(seen).toMatchObject({
    steps: [{ id: 'ask', status: 'waiting', waiting: { question: 'Shall it?' } }],
    variables: {},
  });
  expect(JSON.stringify(seen)).not.toContain('t1');
  const answer = { id, target, step: 'ask', answer: 'yes' };
  structuredOf(await world.call('workflow_answer', answer, bob));
  await world.engine.idle();
  const after = await world.call('workflow_result', { id, target }, bob);
  expect(errorOf(after).code).toBe('WORKFLOW_NOT_FOUND');
});

test('a secret that templates put together in a question is not kept', async () => {
  const world = startWorld();
  const question = "{{'Authorization: Bearer '}}{{'abcdef0123456789'}}{{'abcdef0123456789'}}";
  const { id } = await world.run([{ id: 'ask', tool: 'workflow_ask', args: { question } }]);
  const run = await world.engine.find(id);
  expect(run?.status).toBe('waiting');
  expect(JSON.stringify(run?.note)).not.toContain('0123456789abcdef');
});
