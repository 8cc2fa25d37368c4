import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type AuditEvent,
  createAudit,
  createDispatcher,
  createIntent,
  createMemoryResultStore,
  createRegistry,
  defineTool,
  type Middleware,
  metaTools,
  type Outcome,
  present,
  type Rights,
  type ToolDefinition,
  type ToolError,
  toWireTool,
} from '../../src/index.ts';
import { alice, fakeTool, ManualClock, noteTools, startDispatcher } from '../fakes.ts';

const post = { board_id: '123', text: 'hi' };

function errorOf(outcome: Outcome): ToolError {
  if (outcome.kind !== 'error') throw new Error(`Expected an error, got ${outcome.kind}.`);
  return outcome.error;
}

/** Boards with notes that can be posted, listed and deleted, and an audit log of everything. */
function start(more: { isSelected?: (tool: ToolDefinition) => boolean; rights?: Rights } = {}) {
  const posted: { board_id: string; text: string }[] = [];
  const events: AuditEvent[] = [];
  const seen: string[] = [];
  const sink = { write: async (event: AuditEvent) => void events.push(structuredClone(event)) };
  const ring =
    (place: string): Middleware =>
    (call, next) => {
      seen.push(`${place} ${call.tool.name}`);
      return next(call);
    };
  const tools = createRegistry({
    tools: [
      ...noteTools(posted),
      fakeTool({
        name: 'notes_clear',
        category: 'notes',
        effect: 'idempotent',
        destructive: true,
        run: async () => {
          posted.length = 0;
          return { text: 'cleared' };
        },
      }),
      ...metaTools(),
    ],
    isSelected: more.isSelected,
  });
  const dispatch = createDispatcher({
    tools,
    clock: new ManualClock(),
    onion: {
      trace: ring('trace'),
      caller: ring('caller'),
      audit: createAudit(sink, { reads: true }),
      intent: createIntent(sink),
    },
    ...(more.rights ? { rightsOf: () => more.rights as Rights } : {}),
  });
  const call = (name: string, args: unknown) => dispatch(name, args, { caller: alice });
  return { posted, events, seen, call, tools };
}

describe('a call through a dispatcher', () => {
  test.each([
    ['tools_read', 'notes_list', { board_id: '123' }],
    ['tools_write', 'notes_post', post],
    ['tools_destructive', 'notes_clear', {}],
  ])('%s gives what %s gives by its own name', async (dispatcher, tool, args) => {
    const direct = await start().call(tool, args);
    expect(direct.kind).toBe('result');
    const through = await start().call(dispatcher, { tool, args });
    expect(through).toMatchObject({ ...direct, tool: { name: tool } });
  });

  test('is audited once, as the call of the tool, with its arguments and its target', async () => {
    const through = start();
    await through.call('tools_write', { tool: 'notes_post', args: post });
    expect(through.events).toMatchObject([
      { phase: 'intent', tool: 'notes_post', target: { board_id: '123' }, arguments: post },
      { phase: 'outcome', tool: 'notes_post', outcome: 'applied', made: { note_id: '1001' } },
    ]);
    expect(through.seen).toEqual(['trace notes_post', 'caller notes_post']);
  });

  test('takes the arguments as JSON text, as many clients send them', async () => {
    const { call, posted } = start();
    await call('tools_write', { tool: 'notes_post', args: JSON.stringify(post) });
    expect(posted).toEqual([post]);
  });

  test('needs no arguments where the tool needs none', async () => {
    expect((await start().call('tools_destructive', { tool: 'notes_clear' })).kind).toBe('result');
  });

  test('has its arguments checked by the tool, and its errors are those of the tool', async () => {
    const { call, events } = start();
    const error = errorOf(await call('tools_write', { tool: 'notes_post', args: { text: 'x' } }));
    expect(error.message).toContain('The arguments of notes_post do not fit.');
    expect(events).toMatchObject([
      { phase: 'outcome', tool: 'notes_post', outcome: 'not_applied' },
    ]);
  });

  test('hands on every argument, also one with the name of a prototype', async () => {
    const args = '{"board_id": "123", "text": "x", "__proto__": {"tags": ["a"]}}';
    const error = errorOf(await start().call('tools_write', { tool: 'notes_post', args }));
    expect(error.message).toContain('__proto__: notes_post accepts no control of that name');
  });

  test('keeps signal, deadline, progress and trace of the call', async () => {
    const seen: unknown[] = [];
    const tool = fakeTool({
      name: 'watching_tool',
      run: async (_args, { deadline, trace, signal, idempotencyKey, progress }) => {
        progress({ progress: 1 });
        seen.push(deadline, trace.traceId, signal, idempotencyKey);
        return { text: '' };
      },
    });
    const { signal } = new AbortController();
    const trace = { traceId: 'the trace', callId: 'the call' };
    await startDispatcher([tool]).dispatch(
      'tools_read',
      { tool: 'watching_tool' },
      {
        caller: alice,
        deadline: 5,
        trace,
        signal,
        idempotencyKey: 'key',
        progress: (progress) => seen.push(progress),
      },
    );
    expect(seen).toEqual([{ progress: 1 }, 5, 'the trace', signal, 'key']);
  });

  test('of a tool that is switched off is refused as that call', async () => {
    const { call, events } = start({ isSelected: ({ name }) => name !== 'notes_post' });
    for (const dispatcher of ['tools_write', 'tools_read']) {
      const error = errorOf(await call(dispatcher, { tool: 'notes_post', args: post }));
      expect(error.code).toBe('TOOL_DISABLED');
    }
    expect(events).toMatchObject([{ tool: 'notes_post' }, { tool: 'notes_post' }]);
  });

  test('of a caller that may not make it is refused as that call', async () => {
    const mayNot: Rights = { mayUse: ({ name }) => name !== 'notes_post', readOnly: false };
    const readOnly: Rights = { mayUse: () => true, readOnly: true };
    for (const [rights, code] of [
      [mayNot, 'NOT_AUTHORIZED'] as const,
      [readOnly, 'READ_ONLY'] as const,
    ]) {
      const { call, posted } = start({ rights });
      expect(errorOf(await call('tools_write', { tool: 'notes_post', args: post })).code).toBe(
        code,
      );
      expect(posted).toEqual([]);
    }
  });
});

describe('a dispatcher refuses', () => {
  test.each([
    ['tools_read', 'notes_post', 'notes_post changes something. Use tools_write'],
    ['tools_read', 'notes_clear', 'notes_clear is destructive. Use tools_destructive'],
    ['tools_write', 'notes_list', 'notes_list only reads. Use tools_read'],
    ['tools_write', 'notes_clear', 'notes_clear is destructive. Use tools_destructive'],
    ['tools_destructive', 'notes_list', 'notes_list only reads. Use tools_read'],
    ['tools_destructive', 'notes_post', 'notes_post changes something. Use tools_write'],
  ])(
    'as %s, a tool of another class (%s), and names the right dispatcher',
    async (name, tool, message) => {
      const { call, posted, events } = start();
      const error = errorOf(await call(name, { tool, args: post }));
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not_applied' });
      expect(error.message).toContain(message);
      expect(posted).toEqual([]);
      expect(events).toMatchObject([{ phase: 'outcome', tool: name, outcome: 'not_applied' }]);
    },
  );

  test('a tool of another class without naming a dispatcher that is switched off', async () => {
    const { call } = start({ isSelected: ({ name }) => name !== 'tools_destructive' });
    const error = errorOf(await call('tools_write', { tool: 'notes_clear' }));
    expect(error.message).toContain('is destructive. Call notes_clear by its own name.');
  });

  test.each([
    [
      'a tool that there is not',
      { tool: 'notes_pots' },
      'UNKNOWN_TOOL',
      'Did you mean "notes_post"?',
    ],
    ['a name like no other', { tool: 'x' }, 'UNKNOWN_TOOL', 'tools_search finds tools'],
    ['a dispatcher', { tool: 'tools_write' }, 'VALIDATION_ERROR', 'Name the tool itself.'],
    [
      'itself',
      { tool: 'tools_write', args: { tool: 'notes_post' } },
      'VALIDATION_ERROR',
      'passes calls on',
    ],
    ['no tool', { args: post }, 'VALIDATION_ERROR', 'tool: Required'],
    ['a number for a tool', { tool: 5 }, 'VALIDATION_ERROR', 'tool: '],
    ['a list of arguments', { tool: 'notes_post', args: [post] }, 'VALIDATION_ERROR', 'args: '],
    [
      'arguments that are no JSON',
      { tool: 'notes_post', args: '{board' },
      'VALIDATION_ERROR',
      'args: ',
    ],
    [
      'arguments beside the tool',
      { tool: 'notes_post', ...post },
      'VALIDATION_ERROR',
      "The named tool's own arguments belong into args.",
    ],
    [
      'another control',
      { tool: 'notes_post', __x: 1 },
      'VALIDATION_ERROR',
      '__x: Unknown argument.',
    ],
  ])('%s, and that is recorded', async (_what, args, code, message) => {
    const { call, posted, events, seen } = start();
    const error = errorOf(await call('tools_write', args));
    expect(error).toMatchObject({ code, outcome: 'not_applied' });
    expect(error.message).toContain(message);
    expect(posted).toEqual([]);
    expect(events).toMatchObject([{ phase: 'outcome', tool: 'tools_write', code }]);
    expect(seen).toEqual(['trace tools_write', 'caller tools_write']);
  });

  test('everything when it is switched off', async () => {
    const { call, posted, events } = start({ isSelected: ({ name }) => name !== 'tools_write' });
    const error = errorOf(await call('tools_write', { tool: 'notes_post', args: post }));
    expect(error).toMatchObject({ code: 'TOOL_DISABLED' });
    expect(error.message).toContain('tools_write is switched off');
    expect(posted).toEqual([]);
    expect(events).toMatchObject([{ tool: 'tools_write', code: 'TOOL_DISABLED' }]);
  });

  test('a caller that may not use it', async () => {
    const rights: Rights = { mayUse: ({ name }) => name !== 'tools_write', readOnly: false };
    const { call } = start({ rights });
    const error = errorOf(await call('tools_write', { tool: 'notes_post', args: post }));
    expect(error.code).toBe('NOT_AUTHORIZED');
  });

  test('also when the rights cannot be told, as a defect and not by throwing', async () => {
    const dispatch = createDispatcher({
      tools: createRegistry({ tools: [...noteTools(), ...metaTools()] }),
      clock: new ManualClock(),
      rightsOf: () => {
        throw new Error('no directory');
      },
    });
    const outcome = await dispatch('tools_read', { tool: 'notes_list' }, { caller: alice });
    expect(errorOf(outcome).code).toBe('INTERNAL_ERROR');
  });
});

describe('inside another call', () => {
  test.each(['tools_read', 'tools_write', 'tools_destructive'])(
    '%s is no step of a pipeline: the tool itself is to be named',
    async (tool) => {
      const { call, posted, events } = start();
      const outcome = await call('mcp_pipeline', {
        steps: [
          { id: 'first', tool: 'notes_post', args: post },
          { id: 'second', tool, args: { tool: 'notes_post', args: post } },
        ],
      });
      expect(outcome).toMatchObject({
        structured: {
          aborted: true,
          steps: [
            {
              id: 'second',
              error: {
                code: 'PIPELINE_INVALID',
                message: expect.stringContaining('Name the tool itself, with its own arguments.'),
              },
            },
          ],
        },
      });
      expect(posted).toEqual([]);
      expect(events).toMatchObject([{ tool: 'mcp_pipeline', outcome: 'not_applied' }]);
    },
  );

  test('a composer that calls one without a check is refused', async () => {
    const composer = defineTool({
      name: 'careless_tool',
      category: 'test',
      title: 'Careless',
      description: 'Calls a dispatcher.',
      input: () => z.strictObject({}),
      output: () => z.object({ code: z.string() }),
      effect: 'once',
      run: async (_args, context) => {
        const outcome = await context.dispatch('tools_write', { tool: 'notes_post', args: post });
        return { code: errorOf(outcome).code };
      },
    });
    const posted: { board_id: string; text: string }[] = [];
    const { dispatch } = startDispatcher([composer, ...noteTools(posted)]);
    expect(await dispatch('careless_tool', {}, { caller: alice })).toMatchObject({
      structured: { code: 'PIPELINE_INVALID' },
    });
    expect(posted).toEqual([]);
  });

  test('none runs, whoever tries', async () => {
    for (const tool of metaTools().filter(({ forwards }) => forwards)) {
      await expect(tool.run({}, {} as never)).rejects.toThrow(tool.name);
    }
  });
});

test('what is answered is presented as the answer of the tool: fenced, and cut with a link', async () => {
  const list = fakeTool({
    name: 'words_list',
    output: noteTools()[1]?.output ?? (() => z.object({})),
    run: async () => ({ notes: Array.from({ length: 2000 }, () => ({ text: 'x'.repeat(100) })) }),
  });
  const { dispatch, clock } = startDispatcher([list]);
  const outcome = await dispatch('tools_read', { tool: 'words_list' }, { caller: alice });
  const store = createMemoryResultStore({ clock });
  const { content, structuredContent } = present(outcome, { store, caller: alice.id });
  const [block, link] = content;
  expect((block as { text: string }).text).toMatch(/⟦untrusted (\w+)⟧x{100}⟦\/untrusted \1⟧/);
  expect(link).toMatchObject({ type: 'resource_link', name: 'The whole result of words_list' });
  expect(structuredContent).toMatchObject({ truncated: true });
});

test('dispatchers are annotated for what they pass on', () => {
  const dispatchers = metaTools().filter(({ forwards }) => forwards);
  const annotations = dispatchers.map((tool) => {
    const { name, annotations } = toWireTool(tool);
    return [
      name,
      annotations.readOnlyHint,
      annotations.destructiveHint,
      annotations.idempotentHint,
    ];
  });
  expect(annotations).toEqual([
    ['tools_read', true, false, true],
    ['tools_write', false, false, false],
    ['tools_destructive', false, true, false],
  ]);
});

test('a token is taken by the dispatchers of tools that may need one, and its place is published', () => {
  const taking = metaTools()
    .filter(({ forwards }) => forwards)
    .filter((tool) => '__confirm' in (toWireTool(tool).inputSchema['properties'] as object));
  expect(taking.map(({ name }) => name)).toEqual(['tools_write', 'tools_destructive']);
});
