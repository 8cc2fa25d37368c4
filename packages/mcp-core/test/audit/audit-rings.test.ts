import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  type AuditEvent,
  type AuditOptions,
  type AuditOutcome,
  type AuditSink,
  createAudit,
  createIntent,
  defineTool,
  type ErrorCode,
  id,
  type Onion,
  type ToolDefinition,
  ToolError,
} from '../../src/index.ts';
import { alice, fakeTool, noteTools, startDispatcher } from '../fakes.ts';

/** A sink that keeps events, and what else happened between them. */
function memorySink() {
  const seen: (AuditEvent | string)[] = [];
  const sink: AuditSink = {
    write: async (event) => {
      seen.push(structuredClone(event));
    },
  };
  const events = () => seen.filter((entry) => typeof entry !== 'string');
  const outcomes = () =>
    events().filter((event): event is AuditOutcome => event.phase === 'outcome');
  return { seen, sink, events, outcomes };
}

function start(
  tools: readonly ToolDefinition[] = noteTools(),
  more: { onion?: Onion; options?: AuditOptions } = {},
) {
  const memory = memorySink();
  const { sink } = memory;
  const world = startDispatcher(tools, {
    onion: { audit: createAudit(sink, more.options), intent: createIntent(sink), ...more.onion },
  });
  const call = (name: string, args: unknown) => world.dispatch(name, args, { caller: alice });
  return { ...memory, ...world, call };
}

const post = { board_id: '123', text: 'a' };

function failing(fields: ConstructorParameters<typeof ToolError>[0]): ToolDefinition {
  return fakeTool({
    name: 'failing_write',
    effect: 'once',
    run: async () => {
      throw new ToolError(fields);
    },
  });
}

test('the intent is written before the tool runs, and the outcome after', async () => {
  const { seen, call, clock } = start([
    fakeTool({
      name: 'slow_write',
      effect: 'once',
      run: async () => {
        seen.push('runs');
        clock.advance(250);
        return { text: '' };
      },
    }),
  ]);
  await call('slow_write', {});
  expect(seen).toMatchObject([
    { phase: 'intent', at: '2030-01-01T00:00:00.000Z' },
    'runs',
    { phase: 'outcome', at: '2030-01-01T00:00:00.250Z', outcome: 'applied', duration_ms: 250 },
  ]);
});

test('the tool waits until the intent is kept', async () => {
  let keep = () => {};
  const posted: { board_id: string; text: string }[] = [];
  const sink: AuditSink = {
    write: ({ phase }) =>
      phase === 'intent'
        ? new Promise((resolve) => {
            keep = resolve;
          })
        : Promise.resolve(),
  };
  const { dispatch } = startDispatcher(noteTools(posted), {
    onion: { intent: createIntent(sink) },
  });
  const outcome = dispatch('notes_post', post, { caller: alice });
  await new Promise((resolve) => setImmediate(resolve));
  expect(posted).toEqual([]);
  keep();
  expect(await outcome).toMatchObject({ kind: 'result' });
  expect(posted).toHaveLength(1);
});

test('intent and outcome say the same of a call', async () => {
  const { events, call } = start();
  await call('notes_post', { ...post, tags: ['x'] });
  const [intent, outcome] = events();
  expect(intent).toEqual({
    phase: 'intent',
    at: '2030-01-01T00:00:00.000Z',
    event: 'call',
    tool: 'notes_post',
    caller: 'alice',
    trace_id: expect.any(String),
    call_id: expect.any(String),
    target: { board_id: '123' },
    arguments: { board_id: '123', text: 'a', tags: ['x'] },
  });
  expect(outcome).toEqual({
    ...intent,
    phase: 'outcome',
    outcome: 'applied',
    made: { note_id: '1001' },
    duration_ms: 0,
  });
});

test.each([
  ['invalid arguments', { board_id: '1' }, 'VALIDATION_ERROR'],
  ['a control that is none', { ...post, __x: 1 }, 'VALIDATION_ERROR'],
])('a call that is refused for %s has its outcome only', async (_why, args, code) => {
  const { events, call } = start();
  await call('notes_post', args);
  expect(events()).toMatchObject([{ phase: 'outcome', outcome: 'not_applied', code }]);
});

test.each(['scope', 'state', 'approval'] as const)(
  'a call that is refused in the place "%s" has its outcome only',
  async (place) => {
    const { events, call } = start(noteTools(), {
      onion: {
        [place]: () => {
          throw new ToolError({ code: 'GUILD_NOT_ALLOWED', message: 'Not there.' });
        },
      },
    });
    await call('notes_post', post);
    expect(events()).toMatchObject([
      { phase: 'outcome', code: 'GUILD_NOT_ALLOWED', target: { board_id: '123' } },
    ]);
  },
);

test('a call for which a person is asked is recorded as not applied', async () => {
  const { events, call } = start(noteTools(), {
    onion: {
      approval: async () => ({ kind: 'needs-approval', request: { preview: 'p', ticket: 't' } }),
    },
  });
  await call('notes_post', post);
  expect(events()).toMatchObject([
    { phase: 'outcome', outcome: 'not_applied', code: 'CONFIRMATION_REQUIRED' },
  ]);
});

test('what has a code in place of an id is recorded by its code', async () => {
  const invite = defineTool({
    name: 'invites_make',
    category: 'notes',
    title: 'Make an invite',
    description: 'Makes an invite.',
    input: () => z.strictObject({}),
    output: () => z.object({ code: z.string() }),
    effect: 'once',
    run: async () => ({ code: 'abc' }),
  });
  const { outcomes, call } = start([invite]);
  await call('invites_make', {});
  expect(outcomes()).toMatchObject([{ outcome: 'applied', made: { code: 'abc' } }]);
});

test('what a failed write had made is recorded, unless nothing was applied', async () => {
  const details = { channel_id: '5', parts: [{ message_id: '1' }, { message_id: '2' }] };
  const unknown = start([
    failing({ code: 'OUTCOME_UNKNOWN', message: 'x', outcome: 'unknown', details }),
  ]);
  await unknown.call('failing_write', {});
  expect(unknown.outcomes()).toMatchObject([
    {
      outcome: 'unknown',
      code: 'OUTCOME_UNKNOWN',
      made: { channel_id: '5', 'parts.message_id': ['1', '2'] },
    },
  ]);
  const refused = start([failing({ code: 'DISCORD_NOT_FOUND', message: 'x', details })]);
  await refused.call('failing_write', {});
  expect(refused.outcomes()[0]).not.toHaveProperty('made');
});

test('a defect in a tool that may have had its effect is unknown', async () => {
  const { outcomes, call } = start([
    fakeTool({
      name: 'broken_write',
      effect: 'once',
      run: async () => {
        throw new Error('boom');
      },
    }),
  ]);
  await call('broken_write', {});
  expect(outcomes()).toMatchObject([{ outcome: 'unknown', code: 'INTERNAL_ERROR' }]);
});

test('reads are left out unless asked for, and then go on when they cannot be recorded', async () => {
  const without = start();
  await without.call('notes_list', { board_id: '123' });
  expect(without.events()).toEqual([]);
  const asked = start(noteTools(), { options: { reads: true } });
  await asked.call('notes_list', { board_id: '123' });
  expect(asked.events()).toMatchObject([{ phase: 'outcome', tool: 'notes_list' }]);
  const sink = { write: () => Promise.reject(new Error('disk full')) };
  const broken = startDispatcher(noteTools(), {
    onion: { audit: createAudit(sink, { reads: true }), intent: createIntent(sink) },
  });
  expect(await broken.dispatch('notes_list', { board_id: '123' }, { caller: alice })).toMatchObject(
    { kind: 'result', structured: { notes: [] } },
  );
});

test('calls that share a trace are not mixed up, even at the same time', async () => {
  const { events, dispatch } = start();
  const trace = { traceId: 't', callId: 'c' };
  await Promise.all(
    ['123', '124', '125'].map((board_id) =>
      dispatch('notes_post', { board_id, text: 'a' }, { caller: alice, trace }),
    ),
  );
  const boards = (phase: string) =>
    events()
      .filter((event) => event.phase === phase)
      .map(({ target }) => target['board_id']);
  expect(boards('intent').toSorted()).toEqual(['123', '124', '125']);
  expect(boards('outcome').toSorted()).toEqual(['123', '124', '125']);
});

test('all ids of a list are targets, and those of nested arguments too', async () => {
  const tool = fakeTool({
    name: 'many_write',
    effect: 'once',
    input: () =>
      z.strictObject({
        user_ids: z.array(id('user')),
        reference: z.strictObject({ message_id: id('message') }),
      }),
  });
  const { outcomes, call } = start([tool]);
  const user_ids = Array.from({ length: 200 }, (_, index) => String(index));
  await call('many_write', { user_ids, reference: { message_id: '9' } });
  expect(outcomes()[0]?.target).toEqual({ user_ids, message_id: '9' });
});

test('arguments that came as JSON text are recorded as what they mean', async () => {
  const { events, call } = start();
  const steps = JSON.stringify([{ tool: 'notes_post', args: post }]);
  await call('mcp_pipeline', { steps });
  expect(events()[0]).toMatchObject({
    phase: 'intent',
    event: 'composer',
    arguments: { steps: [{ tool: 'notes_post', args: { board_id: '123' } }] },
  });
});

test('no secret among the arguments, ids and results reaches an event', async () => {
  const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789ABC';
  const url =
    'https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz012345';
  const leaky = defineTool({
    name: 'leaky_write',
    category: 'test',
    title: 'x',
    description: 'x',
    effect: 'once',
    input: () => z.strictObject({ webhook_id: id('webhook'), text: z.string(), token: z.string() }),
    output: () => z.object({ webhook_id: z.string(), note_id: z.string() }),
    run: async () => ({ webhook_id: url, note_id: token }),
  });
  const { seen, call } = start([leaky]);
  await call('leaky_write', { webhook_id: url, text: `use ${token}`, token: 'hunter2-hunter2' });
  await call('leaky_write', { webhook_id: url, text: token, [token]: 1, __confirm: token });
  const written = JSON.stringify(seen);
  expect(seen).toHaveLength(3);
  for (const secret of [token, 'abcdefghijklmnopqrstuvwxyz', 'hunter2']) {
    expect(written).not.toContain(secret);
  }
});

test('arguments that cannot be described do not hide that a call was refused', async () => {
  const { outcomes, call } = start();
  const hostile = {
    get board_id(): string {
      throw new Error('boom');
    },
  };
  await call('notes_post', hostile);
  expect(outcomes()).toMatchObject([{ tool: 'notes_post', outcome: 'not_applied' }]);
});

const maybe = (name: string, outcome: 'applied' | 'not_applied' | 'unknown') =>
  fakeTool({
    name,
    effect: 'once',
    run: async () => {
      if (outcome === 'applied') return { text: '' };
      throw new ToolError({ code: 'OUTCOME_UNKNOWN', message: 'x', outcome });
    },
  });

test.each([
  [['write_applied'], false, 'applied', { applied: 1, not_applied: 0, unknown: 0 }],
  [['write_refused'], false, 'not_applied', { applied: 0, not_applied: 1, unknown: 0 }],
  [['write_applied', 'write_refused'], false, 'applied', { applied: 1, not_applied: 1 }],
  [['write_unknown', 'write_applied'], true, 'unknown', { applied: 1, unknown: 1 }],
  [['write_refused', 'write_applied'], false, 'not_applied', { applied: 0, not_applied: 1 }],
  [['write_refused', 'write_refused'], true, 'not_applied', { applied: 0, not_applied: 2 }],
  [['some_read'], false, 'not_applied', { applied: 0, not_applied: 0, unknown: 0 }],
])(
  'a pipeline of %j (going on: %s) is %s, as its writes are',
  async (names, goesOn, outcome, writes) => {
    const { outcomes, call } = start([
      maybe('write_applied', 'applied'),
      maybe('write_refused', 'not_applied'),
      maybe('write_unknown', 'unknown'),
      fakeTool({ name: 'some_read' }),
    ]);
    const steps = names.map((tool) => ({ tool, args: {}, continue_on_error: goesOn }));
    await call('mcp_pipeline', { steps });
    const composer = outcomes().at(-1);
    expect(composer).toMatchObject({ event: 'composer', outcome, writes });
    expect(composer).not.toHaveProperty('made');
  },
);

test('a pipeline that its check refused is recorded as not applied, and why', async () => {
  const { outcomes, call } = start();
  await call('mcp_pipeline', { steps: [{ tool: 'notes_pots', args: {} }] });
  expect(outcomes()).toMatchObject([
    { event: 'composer', outcome: 'not_applied', code: 'PIPELINE_INVALID' },
  ]);
});

const refusing = (name: string, code: ErrorCode) =>
  fakeTool({
    name,
    effect: 'once',
    run: async () => {
      throw new ToolError({ code, message: 'x' });
    },
  });

test('a pipeline that a step ended is recorded with the code of that step', async () => {
  const { outcomes, call } = start([
    refusing('write_tolerated', 'CHANNEL_NOT_ALLOWED'),
    refusing('write_refused', 'DISCORD_HIERARCHY'),
  ]);
  const steps = [
    { tool: 'write_tolerated', args: {}, continue_on_error: true },
    { tool: 'write_refused', args: {} },
  ];
  await call('mcp_pipeline', { steps });
  expect(outcomes().at(-1)).toMatchObject({ event: 'composer', code: 'DISCORD_HIERARCHY' });
});

test('a composer that makes no calls itself is as its own end', async () => {
  const composer = fakeTool({ name: 'later_start', effect: 'once', calls: () => [] });
  const { outcomes, call } = start([composer]);
  await call('later_start', {});
  expect(outcomes()).toMatchObject([{ event: 'composer', outcome: 'applied' }]);
});
