import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  createMemoryResultStore,
  defineTool,
  present,
  type ResultOutcome,
  ToolError,
  untrusted,
} from '../../src/index.ts';
import { toExactOutput } from '../../src/wire.ts';
import { ManualClock } from '../fakes.ts';

const listTool = defineTool({
  name: 'words_list',
  category: 'test',
  title: 'Words',
  description: 'Lists words.',
  input: () => z.strictObject({}),
  output: () => z.object({ words: z.array(z.object({ n: z.int(), text: untrusted(z.string()) })) }),
  effect: 'read',
  run: async () => ({ words: [] }),
});

function startShelf() {
  const clock = new ManualClock();
  return { clock, shelf: { store: createMemoryResultStore({ clock }), caller: 'alice' } };
}

function words(count: number) {
  return Array.from({ length: count }, (_, n) => ({ n, text: `wörd ${'x'.repeat(100)}` }));
}

function outcome(structured: Record<string, unknown>): ResultOutcome {
  return { kind: 'result', tool: listTool, structured };
}

test('a small result is whole, and its text block is the same JSON with text from outside fenced', () => {
  const result = present(outcome({ words: [{ n: 1, text: 'hi' }] }), startShelf().shelf);
  expect(result.structuredContent).toEqual({ words: [{ n: 1, text: 'hi' }] });
  const [block] = result.content;
  expect(block).toMatchObject({ type: 'text' });
  const text = (block as { text: string }).text;
  expect(text).toMatch(/"text":"⟦untrusted (\w+)⟧hi⟦\/untrusted \1⟧"/);
});

test('a large list is cut at whole items, still conforms, and the whole can be read', () => {
  const { shelf } = startShelf();
  const whole = { words: words(2000) };
  const result = present(outcome(whole), shelf);
  const structured = result.structuredContent as { words: unknown[]; resource: string };
  expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(64 * 1024);
  expect(structured).toMatchObject({ truncated: true });
  expect(structured.words.length).toBeGreaterThan(100);
  expect(structured.words).toEqual(whole.words.slice(0, structured.words.length));
  expect(Object.keys(structured).sort()).toEqual(
    Object.keys(toExactOutput(listTool)['properties'] as object).sort(),
  );
  expect(result.content[1]).toMatchObject({ type: 'resource_link', uri: structured.resource });
  const stored = shelf.store.get('alice', structured.resource)?.json ?? '';
  expect(JSON.parse(stored.replaceAll(/⟦\/?untrusted \w+⟧/g, ''))).toEqual(whole);
});

test('a stored result is fenced like any other that a model reads, also a part of a composed answer', () => {
  const { shelf } = startShelf();
  const large = { words: words(2000) };
  present(outcome(large), shelf);
  present(
    {
      kind: 'result',
      tool: listTool,
      structured: { steps: [{ result: large }] },
      parts: new Map([[large, listTool]]),
    },
    shelf,
  );
  const stored = shelf.store.list('alice');
  expect(stored).toHaveLength(2);
  for (const { json } of stored) {
    expect(json).toMatch(/"text":"⟦untrusted (\w+)⟧wörd x+⟦\/untrusted \1⟧"/);
    expect(json).not.toMatch(/"text":"wörd/);
  }
});

test('a stored result is for its caller only, and expires', () => {
  const { shelf, clock } = startShelf();
  const result = present(outcome({ words: words(2000) }), shelf);
  const { resource } = result.structuredContent as { resource: string };
  expect(shelf.store.get('mallory', resource)).toBeUndefined();
  expect(shelf.store.list('mallory')).toEqual([]);
  expect(shelf.store.list('alice').map(({ uri }) => uri)).toEqual([resource]);
  clock.advance(60 * 60 * 1000 + 1);
  expect(shelf.store.get('alice', resource)).toBeUndefined();
});

test('the store forgets the oldest results when it is full', () => {
  const store = createMemoryResultStore({ clock: new ManualClock(), maximumSize: 100 });
  const [first, second] = [
    store.put('alice', 'words_list', 'x'.repeat(60)),
    store.put('alice', 'words_list', 'y'.repeat(60)),
  ];
  expect(store.get('alice', first)).toBeUndefined();
  expect(store.get('alice', second)?.json).toBe('y'.repeat(60));
});

test('a large part of a composed answer goes by reference wherever it stands', () => {
  const { shelf } = startShelf();
  const [small, large] = [{ words: words(1) }, { words: words(500) }];
  const result = present(
    {
      kind: 'result',
      tool: listTool,
      structured: { steps: [{ result: small }, { result: large }], variables: { large } },
      parts: new Map([
        [small, listTool],
        [large, listTool],
      ]),
    },
    shelf,
  );
  const reference = {
    truncated: true,
    resource: expect.stringMatching(/^result:/),
    bytes: Buffer.byteLength(JSON.stringify(large)),
  };
  expect(result.structuredContent).toEqual({
    steps: [{ result: small }, { result: reference }],
    variables: { large: reference },
  });
  expect((result.content[0] as { text: string }).text).toMatch(/⟦untrusted \w+⟧wörd/);
});

test('an error is JSON text without structured content, stack or cause', () => {
  const error = new ToolError({
    code: 'DISCORD_RATE_LIMITED',
    message: 'Wait.',
    retriable: true,
    retryAfterMs: 1500,
    cause: new Error('secret'),
  });
  expect(present({ kind: 'error', error }, startShelf().shelf)).toEqual({
    isError: true,
    content: [
      {
        type: 'text',
        text: '{"code":"DISCORD_RATE_LIMITED","message":"Wait.","retriable":true,"outcome":"not_applied","retry_after_ms":1500}',
      },
    ],
  });
});

test('a call that nobody could be asked about is refused', () => {
  const request = { preview: 'Ban 3 members.', ticket: 'x' };
  const result = present({ kind: 'needs-approval', request }, startShelf().shelf);
  expect(result.isError).toBe(true);
  expect((result.content[0] as { text: string }).text).toContain('CONFIRMATION_REQUIRED');
});

test('a secret that a result echoes leaves the server neither as text nor as structure', () => {
  const secret =
    'https://discord.com/api/webhooks/123456789012345678/aVerySecretTokenOfAWebhook_0123456789abcdefghijklmnopqrstuvwxyzABCD';
  const result = present(outcome({ words: [{ n: 1, text: `see ${secret}` }] }), startShelf().shelf);
  expect(JSON.stringify(result)).not.toContain('aVerySecretToken');
  expect(result.structuredContent).toMatchObject({ words: [{ n: 1 }] });
  const error = new ToolError({ code: 'DISCORD_NOT_FOUND', message: `No ${secret}.` });
  const shown = present({ kind: 'error', error }, startShelf().shelf);
  expect(JSON.stringify(shown)).not.toContain('aVerySecretToken');
});

test('the token of an approval is passed on as it is', () => {
  const confirm_token = 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJl';
  const error = new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: 'Approve.',
    details: { confirm_token },
  });
  const shown = present({ kind: 'error', error }, startShelf().shelf);
  expect((shown.content[0] as { text: string }).text).toContain(confirm_token);
});

test.each([
  'authorization: Bearer x',
  'DISCORD_TOKEN=',
  '{"token":"x',
  'https://evil.example/?token=x',
  '-----BEGIN PRIVATE KEY-----',
])('%s, which looks like the beginning of a secret, takes no fence and no JSON along', (text) => {
  const words = [
    { n: 1, text },
    { n: 2, text: 'next' },
  ];
  const direct = present(outcome({ words }), startShelf().shelf);
  const part = { words };
  const composed = present(
    { ...outcome({ steps: [{ result: part }] }), parts: new Map([[part, listTool]]) },
    startShelf().shelf,
  );
  for (const result of [direct, composed]) {
    const block = (result.content[0] as { text: string }).text;
    expect(JSON.parse(block)).toBeTypeOf('object');
    const fences = [...block.matchAll(/⟦untrusted (\w+)⟧[^⟦]*⟦\/untrusted \1⟧/g)];
    expect(fences).toHaveLength(2);
  }
});
