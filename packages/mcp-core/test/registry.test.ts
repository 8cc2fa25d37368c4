import { expect, test } from 'vitest';
import { createRegistry, defineTool } from '../src/index.ts';
import { fakeTool, noteTools } from './fakes.ts';

test('tools are listed by name, whatever order they were given in', () => {
  const tools = createRegistry({ tools: [...noteTools()].reverse() });
  expect(tools.enabled().map((tool) => tool.name)).toEqual(['notes_list', 'notes_post']);
});

test('two tools of one name are refused', () => {
  const tool = fakeTool({ name: 'same_name' });
  expect(() => createRegistry({ tools: [tool, tool] })).toThrow('Two tools are named same_name');
});

test('a tool that is not selected is known, and not enabled', () => {
  const tools = createRegistry({
    tools: [...noteTools(), fakeTool({ name: 'other_tool' })],
    isSelected: ({ category }) => category === 'notes',
  });
  expect(tools.enabled().map((tool) => tool.name)).toEqual(['notes_list', 'notes_post']);
  expect(tools.find('other_tool')).toBeDefined();
  expect(tools.isEnabled('other_tool')).toBe(false);
});

test('a name that is nearly right is suggested, a name from nowhere is not', () => {
  const tools = createRegistry({ tools: noteTools() });
  expect(tools.suggest('note_post')).toBe('notes_post');
  expect(tools.suggest('members_ban')).toBeUndefined();
});

test.each([
  ['Notes', 'upper case'],
  ['ab', 'too short'],
  [`a${'b'.repeat(40)}`, 'too long'],
  ['notes-post', 'a hyphen'],
])('the tool name %j is refused (%s)', (name) => {
  expect(() => fakeTool({ name })).toThrow('must match');
});

test('a description over 1,000 characters is refused', () => {
  expect(() => fakeTool({ name: 'long_one', description: 'x'.repeat(1001) })).toThrow(
    'longer than 1,000 characters',
  );
});

test('a key lifetime belongs to keyed tools and to no others', () => {
  expect(() => fakeTool({ name: 'keyed_one', effect: 'keyed' })).toThrow('key_lifetime');
  expect(() => fakeTool({ name: 'read_one', key_lifetime: 1000 })).toThrow('key_lifetime');
});

test('schemas are built on first use and once', () => {
  let built = 0;
  const plain = fakeTool({ name: 'plain_tool' });
  const tool = defineTool({
    ...plain,
    name: 'lazy_tool',
    input: () => {
      built += 1;
      return plain.input();
    },
  });
  createRegistry({ tools: [tool] });
  expect(built).toBe(0);
  tool.input();
  tool.input();
  expect(built).toBe(1);
});
