import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Call, type Middleware, type Outcome, ToolError } from '../src/index.ts';
import { places } from '../src/middleware/middleware.ts';
import { alice, fakeTool, noteTools, startDispatcher } from './fakes.ts';

function errorOf(outcome: Outcome): ToolError {
  if (outcome.kind !== 'error') throw new Error(`Expected an error, got ${outcome.kind}.`);
  return outcome.error;
}

test('a call runs and its result conforms to the output schema', async () => {
  const { dispatch } = startDispatcher(noteTools());
  const outcome = await dispatch('notes_post', { board_id: '123', text: 'hi' }, { caller: alice });
  expect(outcome).toMatchObject({ kind: 'result', structured: { note_id: '1001', text: 'hi' } });
});

test('an unknown tool is an error with a did-you-mean', async () => {
  const { dispatch } = startDispatcher(noteTools());
  const error = errorOf(await dispatch('notes_pots', {}, { caller: alice }));
  expect(error.code).toBe('UNKNOWN_TOOL');
  expect(error.message).toContain('Did you mean "notes_post"?');
});

test('a tool that is not selected is refused as disabled', async () => {
  const { dispatch } = startDispatcher([...noteTools(), fakeTool({ name: 'other_tool' })], {
    isSelected: ({ category }) => category === 'notes',
  });
  const error = errorOf(await dispatch('other_tool', {}, { caller: alice }));
  expect(error.code).toBe('TOOL_DISABLED');
});

test.each([
  [{ board_id: '123' }, 'text: Required: expected string.'],
  [{ board_id: 123, text: 'x' }, 'Ids are strings: a number of this size loses digits.'],
  [{ board_id: '1', text: 'x' }, 'Not a board id: expected 3 to 20 digits.'],
  [{ board_id: '123', text: 'x', tag: [] }, 'tag: Unknown argument. Did you mean "tags"?'],
  [{ board_id: '123', text: 'x', colour: 'red' }, 'Known here: board_id, text, tags.'],
  [{ board_id: '123', text: 'x', __confrm: 'x' }, '__confrm: notes_post accepts no control'],
  [{ board_id: '123', text: 'x', __confirm: true }, '__confirm: It is the token of an approval'],
])('the arguments %j are refused: %s', async (args, message) => {
  const posted: { board_id: string; text: string }[] = [];
  const { dispatch } = startDispatcher(noteTools(posted));
  const error = errorOf(await dispatch('notes_post', args, { caller: alice }));
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(error.outcome).toBe('not_applied');
  expect(error.message).toContain(message);
  expect(posted).toEqual([]);
});

test('every problem of the arguments is reported at once', async () => {
  const { dispatch } = startDispatcher(noteTools());
  const error = errorOf(await dispatch('notes_post', { board: '1' }, { caller: alice }));
  expect(error.details).toMatchObject({
    issues: [{ path: ['board_id'] }, { path: ['text'] }, { path: ['board'] }],
  });
});

test.each(['a text', 5, ['x'], null])(
  'arguments that are no object are refused: %j',
  async (args) => {
    const { dispatch } = startDispatcher(noteTools());
    expect(errorOf(await dispatch('notes_list', args, { caller: alice })).code).toBe(
      'VALIDATION_ERROR',
    );
  },
);

test('what a read throws becomes an internal error with nothing applied', async () => {
  const tool = fakeTool({
    name: 'broken_read',
    run: async () => {
      throw new Error('boom');
    },
  });
  const error = errorOf(
    await startDispatcher([tool]).dispatch('broken_read', {}, { caller: alice }),
  );
  expect(error).toMatchObject({ code: 'INTERNAL_ERROR', outcome: 'not_applied', retriable: false });
});

test('what a write throws becomes an internal error with an unknown outcome', async () => {
  const tool = fakeTool({
    name: 'broken_write',
    effect: 'once',
    run: async () => {
      throw new Error('boom');
    },
  });
  const error = errorOf(
    await startDispatcher([tool]).dispatch('broken_write', {}, { caller: alice }),
  );
  expect(error).toMatchObject({ code: 'INTERNAL_ERROR', outcome: 'unknown', retriable: false });
});

test('a write with a result of the wrong shape is reported as applied', async () => {
  const tool = fakeTool({
    name: 'odd_write',
    effect: 'once',
    output: () => z.object({ count: z.int() }),
    run: async () => ({ count: 'many' }),
  });
  const error = errorOf(await startDispatcher([tool]).dispatch('odd_write', {}, { caller: alice }));
  expect(error).toMatchObject({ code: 'INTERNAL_ERROR', outcome: 'applied' });
  expect(error.message).toContain('(count)');
});

test('keys that the output schema does not name are left out of the result', async () => {
  const tool = fakeTool({ name: 'chatty_tool', run: async () => ({ text: 'x', secret: 'y' }) });
  const outcome = await startDispatcher([tool]).dispatch('chatty_tool', {}, { caller: alice });
  expect(outcome).toMatchObject({ structured: { text: 'x' } });
  expect(outcome).not.toHaveProperty('structured.secret');
});

test('a call that was cancelled before it began does not run', async () => {
  const posted: { board_id: string; text: string }[] = [];
  const { dispatch } = startDispatcher(noteTools(posted));
  const error = errorOf(
    await dispatch(
      'notes_post',
      { board_id: '123', text: 'x' },
      { caller: alice, signal: AbortSignal.abort() },
    ),
  );
  expect(error).toMatchObject({ code: 'CANCELLED', outcome: 'not_applied' });
  expect(posted).toEqual([]);
});

test('middleware runs in the order of its places, whatever order it is given in', async () => {
  const seen: string[] = [];
  const note =
    (place: string): Middleware =>
    (call, next) => {
      seen.push(place);
      return next(call);
    };
  const onion = Object.fromEntries([...places].reverse().map((place) => [place, note(place)]));
  await startDispatcher(noteTools(), { onion }).dispatch(
    'notes_list',
    { board_id: '123' },
    { caller: alice },
  );
  expect(seen).toEqual([...places]);
});

test('what a ring throws is an error for the rings around it', async () => {
  let seen: Outcome | undefined;
  const onion = {
    audit: async (call: Call, next: (call: Call) => Promise<Outcome>) => {
      seen = await next(call);
      return seen;
    },
    scope: () => {
      throw new ToolError({ code: 'GUILD_NOT_ALLOWED', message: 'Not there.' });
    },
  };
  const { dispatch } = startDispatcher(noteTools(), { onion });
  await dispatch('notes_list', { board_id: '123' }, { caller: alice });
  expect(seen && errorOf(seen).code).toBe('GUILD_NOT_ALLOWED');
});

test('a call inside a call inherits caller, deadline, signal and trace', async () => {
  const inner: unknown[] = [];
  const outer = fakeTool({
    name: 'outer_tool',
    run: async (_args, context) => {
      await context.dispatch('inner_tool', {});
      return { text: '' };
    },
  });
  const innerTool = fakeTool({
    name: 'inner_tool',
    run: async (_args, { caller, deadline, signal, trace }) => {
      inner.push(caller.id, deadline, signal, trace.traceId, trace.parentId);
      return { text: '' };
    },
  });
  const { signal } = new AbortController();
  const { dispatch } = startDispatcher([outer, innerTool]);
  const trace = { traceId: 't', callId: 'c' };
  await dispatch('outer_tool', {}, { caller: alice, deadline: 5, signal, trace });
  expect(inner).toEqual(['alice', 5, signal, 't', 'c']);
});

test('however many arguments are unknown, the error stays short', async () => {
  const { dispatch } = startDispatcher(noteTools());
  const args = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`unknown_${index}`, index]),
  );
  const error = errorOf(await dispatch('notes_post', args, { caller: alice }));
  expect(JSON.stringify(error).length).toBeLessThan(10_000);
  expect(error.message).toContain('And 49982 more problems.');
  const long = errorOf(
    await dispatch('notes_list', { board_id: '123', ['x'.repeat(500_000)]: 1 }, { caller: alice }),
  );
  expect(JSON.stringify(long).length).toBeLessThan(2000);
});
