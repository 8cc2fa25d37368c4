import { describe, expect, test } from 'vitest';
import {
  type AuditEvent,
  createAudit,
  createIntent,
  defineTool,
  type LookupResult,
  ToolError,
} from '../../src/index.ts';
import { AbsentCall } from '../../src/middleware/look-up.ts';
import { alice, fakeTool, startDispatcher } from '../fakes.ts';

interface Asked {
  readonly args: unknown;
  readonly since: number;
}

/** A dispatcher over a tool whose look-up answers so, and whether it was ever run. */
function start(answer: (asked: Asked) => unknown) {
  const events: AuditEvent[] = [];
  const seen: string[] = [];
  let runs = 0;
  const sink = {
    write: async (event: AuditEvent) => {
      events.push(event);
    },
  };
  const tool = fakeTool({
    name: 'notes_post',
    effect: 'once',
    run: async () => {
      runs += 1;
      return { text: 'made' };
    },
    lookup: async (args, since) => answer({ args, since }) as LookupResult<unknown>,
  });
  const { dispatch } = startDispatcher([tool, fakeTool({ name: 'notes_fire', effect: 'once' })], {
    onion: {
      audit: createAudit(sink),
      intent: createIntent(sink),
      scope: (call, next) => {
        seen.push(call.tool.name);
        return next(call);
      },
    },
  });
  const lookUp = (name = 'notes_post', args: object = { text: 'x' }) =>
    dispatch(name, args, { caller: alice, lookup: { since: 5 } });
  return { lookUp, events, seen, runs: () => runs };
}

describe('a call that is looked up', () => {
  test('passes every ring, is not made, and is no event of its own', async () => {
    const asked: Asked[] = [];
    const { lookUp, events, seen, runs } = start((one) => {
      asked.push(one);
      return { outcome: 'applied', result: { text: 'found' } };
    });
    expect(await lookUp()).toMatchObject({ kind: 'result', structured: { text: 'found' } });
    expect(asked).toEqual([{ args: { text: 'x' }, since: 5 }]);
    expect(seen).toEqual(['notes_post']);
    expect(events).toEqual([]);
    expect(runs()).toBe(0);
  });

  test('and is absent, was not applied for certain', async () => {
    const outcome = await start(() => ({ outcome: 'absent' })).lookUp();
    expect(outcome).toMatchObject({ kind: 'error', error: { outcome: 'not_applied' } });
    expect(outcome.kind === 'error' && outcome.error).toBeInstanceOf(AbsentCall);
  });

  test.each<[string, () => unknown]>([
    ['is unsure', () => ({ outcome: 'unsure' })],
    ['answers with something of another shape', () => ({ outcome: 'applied', result: {} })],
    [
      'fails',
      () => {
        throw new ToolError({ code: 'DISCORD_UNAVAILABLE', message: 'Down.', retriable: true });
      },
    ],
  ])('and %s, is never taken for absent', async (_what, answer) => {
    const outcome = await start(answer).lookUp();
    expect(outcome.kind).toBe('error');
    expect(outcome.kind === 'error' && outcome.error).not.toBeInstanceOf(AbsentCall);
  });

  test('of a tool without a look-up, or refused on the way, is never taken for absent', async () => {
    const { lookUp, runs } = start(() => ({ outcome: 'absent' }));
    for (const outcome of [await lookUp('notes_fire'), await lookUp('notes_post', { x: 1 })]) {
      expect(outcome.kind === 'error' && outcome.error).not.toBeInstanceOf(AbsentCall);
    }
    expect(runs()).toBe(0);
  });
});

test('a call that worked with other state than what is stored now is not looked up by that', async () => {
  const asked: Asked[] = [];
  const { dispatch } = startDispatcher([
    fakeTool({
      name: 'notes_post',
      effect: 'once',
      lookup: async (args, since) => {
        asked.push({ args, since });
        return { outcome: 'applied', result: { text: 'found' } };
      },
    }),
  ]);
  const outcome = await dispatch(
    'notes_post',
    { text: 'x' },
    {
      caller: alice,
      lookup: { since: 5 },
      grant: { tool: 'notes_post', templated: false, guilds: [], count: 1, state: 'as it was' },
    },
  );
  expect(outcome).toMatchObject({ kind: 'error', error: { outcome: 'unknown' } });
  expect(asked).toEqual([]);
});

test('calls that a looked-up call would make are not looked up in its place', async () => {
  const outer = defineTool({
    ...fakeTool({ name: 'outer_tool', effect: 'once' }),
    lookup: async (_args, _since, context) => {
      const inner = await context.dispatch('notes_read', {});
      return inner.kind === 'result'
        ? { outcome: 'applied', result: inner.structured as { text: string } }
        : { outcome: 'unsure' };
    },
  });
  const inner = fakeTool({ name: 'notes_read', run: async () => ({ text: 'read' }) });
  const { dispatch } = startDispatcher([outer, inner]);
  const request = { caller: alice, lookup: { since: 0 } };
  expect(await dispatch('outer_tool', {}, request)).toMatchObject({
    kind: 'result',
    structured: { text: 'read' },
  });
});
