import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  createDispatcher,
  createRegistry,
  metaTools,
  type Rights,
  type Synonyms,
  type ToolDefinition,
  toWireTool,
} from '../../src/index.ts';
import { alice, fakeTool, ManualClock, noteTools } from '../fakes.ts';

interface Found {
  readonly name: string;
  readonly summary: string;
  readonly effect: string;
  readonly destructive: boolean;
  readonly input_schema?: object;
}

function start(
  more: {
    tools?: readonly ToolDefinition[];
    rights?: Rights;
    synonyms?: Synonyms;
    isSelected?: (tool: ToolDefinition) => boolean;
  } = {},
) {
  const { synonyms, rights, isSelected } = more;
  const tools = [
    ...noteTools(),
    fakeTool({
      name: 'notes_delete',
      title: 'Delete a note',
      description: 'Deletes a note; it cannot be had back. Use it with care.',
      effect: 'idempotent',
      destructive: true,
    }),
    fakeTool({
      name: 'colors_set',
      title: 'Set a color',
      description: 'Paints a board.',
      effect: 'idempotent',
      input: () => z.strictObject({ hue: z.int().describe('Turquoise is 174.').optional() }),
    }),
    ...(more.tools ?? []),
    ...metaTools(synonyms ? { synonyms } : {}),
  ];
  const dispatch = createDispatcher({
    tools: createRegistry({ tools, isSelected }),
    clock: new ManualClock(),
    ...(rights ? { rightsOf: () => rights } : {}),
  });
  const search = async (args: object): Promise<readonly Found[]> => {
    const outcome = await dispatch('tools_search', args, { caller: alice });
    if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
    return (outcome.structured as { tools: readonly Found[] }).tools;
  };
  const find = async (query: string) =>
    (await search({ query, limit: 20 })).map(({ name }) => name);
  return { dispatch, search, find };
}

test('a sentence finds the tool, with its summary, effect and schema', async () => {
  const [first] = await start().search({ query: 'erase a note' });
  expect(first).toEqual({
    name: 'notes_delete',
    summary: 'Deletes a note.',
    effect: 'idempotent',
    destructive: true,
    input_schema: toWireTool(fakeTool({ name: 'notes_delete', effect: 'once', destructive: true }))
      .inputSchema,
  });
});

test.each([
  ['its name', 'colors'],
  ['its title', 'set color'],
  ['its description', 'paint'],
  ['what is said of an argument', 'turquoise'],
  ['the name of an argument', 'hue'],
  ['a misspelt word', 'turqoise'],
  ['another form of a word', 'painting boards'],
])('a tool is found by %s', async (_what, query) => {
  expect((await start().find(query))[0]).toBe('colors_set');
});

test('a category finds its tools', async () => {
  const tools = [fakeTool({ name: 'odd_one', category: 'gardening' })];
  expect(await start({ tools }).find('gardening')).toEqual(['odd_one']);
});

describe('a name', () => {
  test.each(['notes_post', ' notes_post\n'])('%j gives that tool alone', async (query) => {
    const found = await start().search({ query });
    expect(found.map(({ name }) => name)).toEqual(['notes_post']);
    expect(found[0]?.input_schema).toMatchObject({ required: ['board_id', 'text'] });
  });

  test.each(['tools_write', 'tools_search'])('%s is found in no way', async (name) => {
    for (const query of [name, 'find a tool', 'call a tool that writes']) {
      expect(await start().find(query)).not.toContain(name);
    }
  });
});

describe('of the tools that fit', () => {
  test('three are given, with their schemas, unless more are asked for', async () => {
    const found = await start().search({ query: 'note board' });
    expect(found).toHaveLength(3);
    expect(found.every((tool) => tool.input_schema)).toBe(true);
  });

  test('more than three come without schemas', async () => {
    const found = await start().search({ query: 'note board', limit: 4 });
    expect(found).toHaveLength(4);
    expect(found.some((tool) => tool.input_schema)).toBe(false);
  });

  test('one that is switched off is not found', async () => {
    const isSelected = ({ name }: ToolDefinition) => name !== 'notes_post';
    const { find } = start({ isSelected });
    expect(await find('post a note')).not.toContain('notes_post');
    expect(await find('notes_post')).not.toContain('notes_post');
  });

  test('one that the caller may not use is not found, also by its name', async () => {
    const { find } = start({
      rights: { mayUse: ({ name }) => name !== 'notes_post', readOnly: false },
    });
    expect(await find('post a note')).not.toContain('notes_post');
    expect(await find('notes_post')).toEqual([]);
  });

  test('a caller that only reads finds only what reads, and composers', async () => {
    const { find } = start({ rights: { mayUse: () => true, readOnly: true } });
    const found = await find('post, list or delete a note on a board');
    expect(found).toEqual(expect.arrayContaining(['notes_list']));
    for (const name of ['notes_post', 'notes_delete']) expect(found).not.toContain(name);
    expect(await find('mcp_pipeline')).toEqual(['mcp_pipeline']);
  });
});

test('the words of a platform are known if they are given', async () => {
  const synonyms = { notes_post: 'scribble', colors_set: 'make … pretty' };
  expect(await start().find('scribble')).toEqual([]);
  expect(await start({ synonyms }).find('scribble')).toEqual(['notes_post']);
  expect(await start({ synonyms }).find('make my wall pretty')).toEqual(
    expect.arrayContaining(['colors_set']),
  );
});

test('a question prefers what reads, an order what changes', async () => {
  expect((await start().find('which notes are there'))[0]).toBe('notes_list');
  expect((await start().find('write a note'))[0]).toBe('notes_post');
});

test('what fits nothing gives an empty list, no error, and says how to ask', async () => {
  expect(await start().search({ query: 'zzzzz' })).toEqual([]);
  const outcome = await start().dispatch('tools_search', { query: 'zzzzz' }, { caller: alice });
  expect(outcome).toMatchObject({ notes: [expect.stringContaining('in other words')] });
});

describe('hostile queries', () => {
  test.each([
    ['a megabyte', 'a'.repeat(2 ** 20)],
    ['501 characters', 'a'.repeat(501)],
    ['nothing', ''],
    ['no text', 5],
  ])('%s is refused before anything is looked for', async (_what, query) => {
    const outcome = await start().dispatch('tools_search', { query }, { caller: alice });
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'VALIDATION_ERROR' } });
  });

  test.each([
    ['only punctuation', '.,;:!?()[]{}*+^$|\\/#"\'`~%&@<>=-_'],
    ['only spaces', ' \n\t\u2003'],
    ['a lone half of a character', '\ud800'],
    ['marks on one letter', `a${'\u0301'.repeat(499)}`],
    ['text that runs the other way', '\u202eeton a tsop'],
    ['a word that NFKC makes long', '\ufdfa'.repeat(500)],
    ['only emoji', '👍🏽👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣'],
    ['names of the prototype', '__proto__ constructor toString hasOwnProperty'],
    ['the beginning of every phrase', 'get get rid get rid of '.repeat(20)],
    ['one long word', 'x'.repeat(500)],
    ['many words', 'abcde '.repeat(83)],
    [
      'many unknown words',
      Array.from({ length: 80 }, (_, n) => `wor${n}d`)
        .join(' ')
        .slice(0, 500),
    ],
  ])('%s gives a list', async (_what, query) => {
    expect(Array.isArray(await start().search({ query }))).toBe(true);
  });

  test.each([0, 21, 1.5, '3'])('the limit %j is refused', async (limit) => {
    const args = { query: 'note', limit };
    const outcome = await start().dispatch('tools_search', args, { caller: alice });
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'VALIDATION_ERROR' } });
  });
});
