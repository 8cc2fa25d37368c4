import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, id, ToolError } from '../../src/index.ts';
import { bob, errorOf, make, startWorld, structuredOf, target } from './workflow-world.ts';

const guild = '111111111111111111';
const channel = '222222222222222222';

async function refusedStart(steps: unknown, more: object = {}, options = {}) {
  const world = startWorld(options);
  const error = errorOf(await world.call('workflow_start', { target, steps, ...more }));
  expect(await world.engine.list({ kind: 'workflow', caller: 'alice', limit: 9 })).toEqual([]);
  expect(error.outcome).toBe('not_applied');
  return error;
}

describe('nothing is kept of a start that is refused', () => {
  test('with every problem of every step at once', async () => {
    const error = await refusedStart([
      make('a', 'things_mak'),
      make('b', 'things_make', { args: { nam: 'x' } }),
      make('c', 'things_make', { args: { name: '{{z.x}}' } }),
      make('d', 'things_make', { args: { name: '{{b.nope}}' } }),
      make('d'),
      make('e', 'things_make', { if: '((' }),
    ]);
    expect(error.code).toBe('PIPELINE_INVALID');
    expect(error.message).toContain(
      'Step 1 (a, things_mak): No tool is named "things_mak". Did you mean "things_make"?',
    );
    expect(error.message).toContain(
      'Step 2 (b, things_make): nam: Unknown argument. Did you mean "name"?',
    );
    expect(
      (error.details as { problems: { step: number }[] }).problems.map(({ step }) => step),
    ).toEqual([0, 1, 1, 2, 3, 4, 5]);
  });

  test.each([
    ['mcp_pipeline', { steps: [] }],
    ['mcp_pipeline_check', { steps: [] }],
    ['workflow_start', { target, steps: [] }],
    ['workflow_resume', { id: 'x', target }],
    ['workflow_cancel', { id: 'x', target }],
    ['workflow_answer', { id: 'x', target, step: 'a', answer: 'b' }],
    ['tools_read', { tool: 'things_list', args: {} }],
    ['tools_destructive', { tool: 'things_list', args: {} }],
  ])('with %s as a step', async (tool, args) => {
    const error = await refusedStart([make('a'), { id: 'inner', tool, args }]);
    expect(error.code).toBe('WORKFLOW_NESTING');
    expect(error.message).toContain(`Step 2 (inner, ${tool})`);
  });

  test('with 129 steps, and 128 are taken', async () => {
    const steps = Array.from({ length: 129 }, (_, index) => make(`s${index}`, 'things_put'));
    expect(await refusedStart(steps)).toMatchObject({ code: 'VALIDATION_ERROR' });
    const world = startWorld();
    expect(await world.run(steps.slice(1))).toMatchObject({
      status: 'completed',
      completed_steps: 128,
    });
    expect(world.platform.things).toHaveLength(128);
  });

  test('with steps that are too large to keep', async () => {
    const steps = Array.from({ length: 100 }, (_, index) =>
      make(`s${index}`, 'things_big', { args: { text: 'x'.repeat(12_000) } }),
    );
    const big = defineTool({
      name: 'things_big',
      category: 'things',
      title: 'Big',
      description: 'Takes much.',
      input: () => z.strictObject({ text: z.string() }),
      output: () => z.object({}),
      effect: 'read',
      run: async () => ({}),
    });
    expect(await refusedStart(steps, {}, { tools: [big] })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('at most 1048576'),
    });
  });

  test.each([
    [{ profile_id: 'other' }, 'WORKFLOW_TARGET_MISMATCH'],
    [{ profile_id: '' }, 'VALIDATION_ERROR'],
    [{ profile_id: 'default', guild_id: 'x' }, 'VALIDATION_ERROR'],
    [{ profile_id: 'default', guild_id: 111_111_111 }, 'VALIDATION_ERROR'],
    [{ profile_id: 'default', server_id: guild }, 'VALIDATION_ERROR'],
  ])('with the target %j', async (wrong, code) => {
    expect(await refusedStart([make('a')], { target: wrong })).toMatchObject({ code });
  });

  test('with a target that the server finds to be wrong', async () => {
    const mismatch = new ToolError({
      code: 'WORKFLOW_TARGET_MISMATCH',
      message: 'The bot of this server is another one.',
    });
    const seen: unknown[] = [];
    const bound = { ...target, bot_id: '333333333333333333' };
    const checkTarget = async (wanted: object) => {
      seen.push(wanted);
      return mismatch;
    };
    expect(await refusedStart([make('a')], { target: bound }, { checkTarget })).toMatchObject({
      code: 'WORKFLOW_TARGET_MISMATCH',
    });
    expect(seen).toEqual([bound]);
  });

  test('with a tool that the caller may not use, or that writes where only reads are allowed', async () => {
    const isReader = {
      rightsOf: () => ({ mayUse: () => true, readOnly: true }),
    };
    expect(await refusedStart([make('a')], {}, isReader)).toMatchObject({
      code: 'PIPELINE_INVALID',
      message: expect.stringContaining('read-only'),
    });
    const world = startWorld(isReader);
    expect(await world.run([{ tool: 'things_list', args: {} }])).toMatchObject({
      status: 'completed',
    });
  });
});

describe('one idempotency_key', () => {
  test('with the same steps and target is one workflow, also when both starts arrive at once', async () => {
    const world = startWorld();
    const more = { idempotency_key: 'monday' };
    const [one, other] = await Promise.all([
      world.start([make('a', 'things_fire')], more),
      world.start([make('a', 'things_fire')], more),
    ]);
    await world.engine.idle();
    const third = await world.start([make('a', 'things_fire')], more);
    expect(other.id).toBe(one.id);
    expect(third).toMatchObject({ id: one.id, status: 'completed' });
    expect(world.platform.count('a')).toBe(1);
  });

  test.each([
    ['other steps', { steps: [make('b')] }],
    [
      'another order of keys is no other step',
      { steps: [{ args: { name: 'a' }, tool: 'things_make', id: 'a' }] },
    ],
    ['another target', { target: { ...target, guild_id: guild } }],
  ])('with %s', async (_what, more) => {
    const world = startWorld();
    const args = { target, steps: [make('a')], idempotency_key: 'k' };
    const { id } = structuredOf<{ id: string }>(await world.call('workflow_start', args));
    const outcome = await world.call('workflow_start', { ...args, ...more });
    if ('steps' in more && more.steps?.[0]?.id === 'a') {
      expect(structuredOf<{ id: string }>(outcome).id).toBe(id);
    } else {
      expect(errorOf(outcome)).toMatchObject({ code: 'WORKFLOW_KEY_CONFLICT', details: { id } });
    }
  });

  test('of another caller is another key', async () => {
    const world = startWorld();
    const args = { target, steps: [make('a')], idempotency_key: 'k' };
    const ids = await Promise.all([
      world.call('workflow_start', args),
      world.call('workflow_start', args, bob),
    ]);
    expect(new Set(ids.map((outcome) => structuredOf<{ id: string }>(outcome).id)).size).toBe(2);
  });
});

describe('ids of the target', () => {
  const seen: unknown[] = [];
  const tool = (name: string, input: () => z.ZodType) =>
    defineTool({
      name,
      category: 'things',
      title: name,
      description: name,
      input,
      output: () => z.object({}),
      effect: 'once',
      run: async (args) => {
        seen.push(args);
        return {};
      },
    });
  const tools = [
    tool('both_required', () =>
      z.strictObject({ guild_id: id('guild'), channel_id: id('channel'), text: z.string() }),
    ),
    tool('one_optional', () =>
      z.strictObject({ guild_id: id('guild'), channel_id: id('channel').optional() }),
    ),
    tool('two_channels', () => z.strictObject({ from_id: id('channel'), to_id: id('channel') })),
  ];
  const bound = { ...target, guild_id: guild, channel_id: channel };

  test('are filled in where a tool requires one and the step names none', async () => {
    seen.length = 0;
    const world = startWorld({ tools });
    const steps = [
      { tool: 'both_required', args: { text: 'x' } },
      { tool: 'both_required', args: { text: 'y', channel_id: '333333333333333333' } },
      { tool: 'one_optional', args: {} },
    ];
    expect(await world.run(steps, { target: bound })).toMatchObject({ status: 'completed' });
    expect(seen).toEqual([
      { text: 'x', guild_id: guild, channel_id: channel },
      { text: 'y', guild_id: guild, channel_id: '333333333333333333' },
      { guild_id: guild },
    ]);
  });

  test('are not guessed where a tool takes two of a kind, or where the target has none', async () => {
    const both = { tool: 'two_channels', args: {} };
    const error = await refusedStart([both], { target: bound }, { tools });
    expect(error.message).toContain('from_id: Required');
    const unbound = await refusedStart([{ tool: 'one_optional', args: {} }], {}, { tools });
    expect(unbound.message).toContain('guild_id: Required');
  });

  test('bound every call: each step is dispatched within them, and the start says so of its steps', async () => {
    const bounds: unknown[] = [];
    const world = startWorld({
      tools,
      onion: {
        scope: async (call, next) => {
          bounds.push([call.tool.name, call.context.bounds, call.tool.bounds?.(call.args)]);
          return await next(call);
        },
      },
    });
    await world.run([{ tool: 'one_optional', args: {} }], {
      target: { ...target, guild_id: guild },
    });
    expect(bounds.slice(0, 2)).toEqual([
      ['workflow_start', undefined, { guild_id: guild }],
      ['one_optional', { guild_id: guild }, undefined],
    ]);
  });
});

test('steps, and arguments of steps, may arrive as JSON text', async () => {
  const world = startWorld();
  const steps = JSON.stringify([{ id: 'a', tool: 'things_make', args: '{"name":"a"}' }]);
  const outcome = await world.call('workflow_start', { target: JSON.stringify(target), steps });
  await world.engine.idle();
  expect(await world.status(structuredOf<{ id: string }>(outcome).id)).toMatchObject({
    status: 'completed',
  });
});

test('each step is dispatched as the caller who started it, with the groups it has then, by a deadline, in its trace', async () => {
  const groups = ['one'];
  const world = startWorld({
    callerOf: (id) => (id === 'alice' ? { id, groups: [...groups] } : undefined),
    callTime: 5000,
  });
  const contexts: {
    groups: readonly string[];
    deadline: unknown;
    trace: object;
    inner: boolean;
  }[] = [];
  world.platform.interfere = (moment, { context }) => {
    if (moment !== 'sent') return;
    const { caller, deadline, trace, inner } = context;
    contexts.push({ groups: caller.groups, deadline, trace, inner });
    groups[0] = 'two';
  };
  const began = world.clock.now();
  const outcome = await world.dispatch(
    'workflow_start',
    { target, steps: [make('a'), make('b')] },
    { caller: { id: 'alice', groups: ['then'] }, trace: { traceId: 'trace', callId: 'start' } },
  );
  await world.engine.idle();
  const { id } = structuredOf<{ id: string }>(outcome);
  const trace = { traceId: 'trace', parentId: id, callId: expect.any(String) };
  expect(contexts).toEqual([
    { groups: ['one'], deadline: began + 5000, trace, inner: true },
    { groups: ['two'], deadline: began + 5000, trace, inner: true },
  ]);
});

test('a caller that nobody knows any more calls nothing', async () => {
  const world = startWorld({ callerOf: () => undefined });
  expect(await world.run([make('a')])).toMatchObject({
    status: 'failed',
    failure: { code: 'NOT_AUTHORIZED' },
  });
  expect(world.platform.requests).toEqual([]);
});
