import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Outcome, type ToolDefinition, ToolError, untrusted } from '../../src/index.ts';
import { alice, fakeTool, noteTools, startDispatcher } from '../fakes.ts';

interface Answer {
  steps: {
    id: string;
    tool: string;
    status: string;
    result?: unknown;
    error?: { code: string; message: string; retriable: boolean };
  }[];
  variables: Record<string, unknown>;
  aborted: boolean;
}

function answerOf(outcome: Outcome): Answer {
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  return outcome.structured as unknown as Answer;
}

async function runPipeline(steps: unknown, tools: readonly ToolDefinition[] = noteTools()) {
  const outcome = await startDispatcher(tools).dispatch(
    'mcp_pipeline',
    { steps },
    { caller: alice },
  );
  return { outcome, answer: answerOf(outcome) };
}

const post = (id: string, text: string, more: object = {}) => ({
  id,
  tool: 'notes_post',
  args: { board_id: '123', text },
  ...more,
});

test('a later step is filled from an earlier one', async () => {
  const posted: { board_id: string; text: string }[] = [];
  const { answer } = await runPipeline(
    [post('first', 'hello'), post('second', 'see {{first.note_id}}')],
    noteTools(posted),
  );
  expect(posted.map(({ text }) => text)).toEqual(['hello', 'see 1001']);
  expect(answer).toMatchObject({
    steps: [
      { id: 'first', tool: 'notes_post', status: 'success', result: { note_id: '1001' } },
      { id: 'second', status: 'success' },
    ],
    variables: { first: { note_id: '1001' }, second: { note_id: '1002' } },
    aborted: false,
  });
});

test('a failing step aborts: what ran is told, what did not is absent', async () => {
  const failing = fakeTool({
    name: 'failing_tool',
    run: async () => {
      throw new ToolError({
        code: 'DISCORD_RATE_LIMITED',
        message: 'Wait.',
        retriable: true,
        retryAfterMs: 10,
      });
    },
  });
  const { outcome, answer } = await runPipeline(
    [post('first', 'a'), { id: 'broken', tool: 'failing_tool', args: {} }, post('never', 'b')],
    [...noteTools(), failing],
  );
  expect(answer.steps.map(({ id, status }) => [id, status])).toEqual([
    ['first', 'success'],
    ['broken', 'error'],
  ]);
  expect(answer.steps[1]?.error).toEqual({
    code: 'DISCORD_RATE_LIMITED',
    message: 'Wait.',
    retriable: true,
  });
  expect(answer.aborted).toBe(true);
  expect(outcome).toMatchObject({
    isError: true,
    meta: { 'guildline/errors': { broken: { retry_after_ms: 10, outcome: 'not_applied' } } },
  });
});

describe('refused before step 1', () => {
  test.each([
    [[post('a', 'x'), post('b', 'y', { tool: 'notes_pots' })], 'Did you mean "notes_post"?'],
    [[post('a', '{{b.note_id}}'), post('b', 'y')], 'b'],
    [[post('a', 'x'), post('b', '{{a.nope}}')], 'nope'],
    [[{ tool: 'notes_post', args: { board_id: '123' } }], 'text: Required'],
    [[{ tool: 'notes_post', args: { board_id: '{{a.x}}', txt: 'y', text: 'z' } }], 'txt'],
    [[post('a', 'x'), post('a', 'y')], 'a'],
    [[post('a', 'x', { save_as: 'b' }), post('b', 'y')], 'b'],
    [[post('a', 'x', { if: '((' })], 'if'],
    [[post('a', '{{ }')], ''],
  ])('%j', async (steps, message) => {
    const posted: { board_id: string; text: string }[] = [];
    const { outcome, answer } = await runPipeline(steps, noteTools(posted));
    expect(posted).toEqual([]);
    expect(answer).toMatchObject({ aborted: true, variables: {} });
    expect(answer.steps.length).toBeGreaterThan(0);
    for (const step of answer.steps) expect(step.error?.code).toBe('PIPELINE_INVALID');
    expect(answer.steps.map(({ error }) => error?.message).join('\n')).toContain(message);
    expect(outcome).toMatchObject({ isError: true });
  });

  test('a pipeline inside a pipeline is recursion, and only the offending step is listed', async () => {
    const { answer } = await runPipeline([
      post('fine', 'x'),
      { id: 'inner', tool: 'mcp_pipeline', args: { steps: [] } },
    ]);
    expect(answer.steps).toMatchObject([{ id: 'inner', error: { code: 'PIPELINE_RECURSION' } }]);
  });

  test('every problem of every step is told at once', async () => {
    const { outcome } = await runPipeline([
      { id: 'one', tool: 'notes_post', args: { board: '1' } },
      { id: 'two', tool: 'nothing_like_it', args: {} },
    ]);
    expect(outcome).toMatchObject({
      meta: {
        'guildline/errors': {
          one: { details: { problems: [{}, {}, {}] } },
          two: { details: { problems: [{ code: 'UNKNOWN_TOOL' }] } },
        },
      },
    });
  });
});

test('more than 20 steps are a validation error', async () => {
  const { dispatch } = startDispatcher(noteTools());
  const steps = Array.from({ length: 21 }, () => ({
    tool: 'notes_list',
    args: { board_id: '123' },
  }));
  const outcome = await dispatch('mcp_pipeline', { steps }, { caller: alice });
  expect(outcome).toMatchObject({ kind: 'error', error: { code: 'VALIDATION_ERROR' } });
});

test('an unknown key in a step is refused', async () => {
  const { dispatch } = startDispatcher(noteTools());
  const steps = [{ ...post('a', 'x'), continue_on_eror: true }];
  const outcome = await dispatch('mcp_pipeline', { steps }, { caller: alice });
  expect(outcome).toMatchObject({ kind: 'error', error: { code: 'VALIDATION_ERROR' } });
  expect((outcome as { error: ToolError }).error.message).toContain(
    'Did you mean "continue_on_error"?',
  );
});

test('steps, and arguments of steps, may arrive as JSON text', async () => {
  const posted: { board_id: string; text: string }[] = [];
  const steps = JSON.stringify([
    { tool: 'notes_post', args: '{"board_id":"123","text":"x","tags":"[\\"a\\"]"}' },
  ]);
  const { answer } = await runPipeline(steps, noteTools(posted));
  expect(answer.aborted).toBe(false);
  expect(posted).toHaveLength(1);
});

test('text that a template fills in is never parsed into structure', async () => {
  const seen: unknown[] = [];
  const source = fakeTool({ name: 'source_tool', run: async () => ({ text: '","evil":"1' }) });
  const sink = fakeTool({
    name: 'sink_tool',
    input: () => z.strictObject({ rows: z.array(z.strictObject({ text: z.string() })) }),
    run: async (args) => {
      seen.push(args);
      return { text: '' };
    },
  });
  const { answer } = await runPipeline(
    [
      { id: 'a', tool: 'source_tool', args: {} },
      { id: 'b', tool: 'sink_tool', args: { rows: '[{"text":"{{a.text}}"}]' } },
    ],
    [source, sink],
  );
  expect(answer.aborted).toBe(false);
  expect(seen).toEqual([{ rows: [{ text: '","evil":"1' }] }]);
});

test('a template whose value is JSON text where a list belongs is refused, not parsed', async () => {
  const source = fakeTool({ name: 'source_tool', run: async () => ({ text: '["a"]' }) });
  const { answer } = await runPipeline(
    [
      { id: 'a', tool: 'source_tool', args: {} },
      {
        id: 'b',
        tool: 'notes_post',
        args: { board_id: '123', text: 'x', tags: '{{a.text}}' },
      },
    ],
    [...noteTools(), source],
  );
  expect(answer.steps[1]).toMatchObject({ status: 'error', error: { code: 'VALIDATION_ERROR' } });
});

test('a control is never filled from a template', async () => {
  const { answer } = await runPipeline([
    post('a', 'x'),
    {
      id: 'b',
      tool: 'notes_post',
      args: { board_id: '123', text: 'y', __confirm: '{{a.text}}' },
    },
  ]);
  expect(answer.aborted).toBe(true);
  expect(answer.steps).toMatchObject([{ id: 'b', error: { code: 'PIPELINE_INVALID' } }]);
});

test('a step that is cancelled in mid-call leaves the rest undone', async () => {
  const controller = new AbortController();
  const stopping = fakeTool({
    name: 'stopping_tool',
    run: async () => {
      controller.abort();
      return { text: 'x' };
    },
  });
  const posted: { board_id: string; text: string }[] = [];
  const { dispatch } = startDispatcher([...noteTools(posted), stopping]);
  const steps = [{ id: 'stop', tool: 'stopping_tool', args: {} }, post('after', 'x')];
  const outcome = await dispatch(
    'mcp_pipeline',
    { steps },
    { caller: alice, signal: controller.signal },
  );
  expect(answerOf(outcome)).toMatchObject({
    aborted: true,
    steps: [{ status: 'success' }, { id: 'after', status: 'error', error: { code: 'CANCELLED' } }],
  });
  expect(posted).toEqual([]);
});

test('a deadline that has passed stops the run before the next step', async () => {
  const { dispatch, clock } = startDispatcher([
    ...noteTools(),
    fakeTool({
      name: 'slow_tool',
      run: async () => {
        clock.advance(1000);
        return { text: 'x' };
      },
    }),
  ]);
  const steps = [{ id: 'slow', tool: 'slow_tool', args: {} }, post('late', 'x')];
  const outcome = await dispatch(
    'mcp_pipeline',
    { steps },
    { caller: alice, deadline: clock.now() + 500 },
  );
  expect(answerOf(outcome)).toMatchObject({
    aborted: true,
    steps: [
      { id: 'slow', status: 'success' },
      { id: 'late', error: { code: 'PIPELINE_TIMEOUT' } },
    ],
  });
});

test('each repetition of a pipeline gives its steps the same idempotency keys', async () => {
  const keys: string[] = [];
  const keyed = fakeTool({
    name: 'keyed_tool',
    effect: 'keyed',
    key_lifetime: 1000,
    run: async (_args, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      return { text: '' };
    },
  });
  const { dispatch } = startDispatcher([keyed]);
  const steps = [
    { tool: 'keyed_tool', args: {} },
    { tool: 'keyed_tool', args: {} },
  ];
  for (const _ of [1, 2]) {
    await dispatch('mcp_pipeline', { steps }, { caller: alice, idempotencyKey: 'k' });
  }
  expect(keys).toHaveLength(4);
  expect(keys.slice(0, 2)).toEqual(keys.slice(2));
  expect(keys[0]).not.toBe(keys[1]);
});

test('text from outside in a step result carries its tool, so that it can be fenced', async () => {
  const source = fakeTool({
    name: 'source_tool',
    output: () => z.object({ id: z.string(), text: untrusted(z.string()) }),
    run: async () => ({ id: '1', text: 'hi' }),
  });
  const { outcome } = await runPipeline([{ id: 'a', tool: 'source_tool', args: {} }], [source]);
  if (outcome.kind !== 'result') throw new Error('expected a result');
  const [[result, tool] = []] = [...(outcome.parts ?? [])];
  expect(tool?.name).toBe('source_tool');
  expect(result).toBe((outcome.structured as unknown as Answer).steps[0]?.result);
});

test('the same result stands in steps and in variables, under the id and the saved name', async () => {
  const { answer } = await runPipeline([post('a', 'x', { save_as: 'note' })]);
  expect(answer.variables).toEqual({ a: answer.steps[0]?.result, note: answer.steps[0]?.result });
});
