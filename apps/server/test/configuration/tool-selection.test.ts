import { expect, test } from 'vitest';
import { createToolSelection } from '../../src/configuration/tool-selection.ts';

const tools = [
  { name: 'mcp_pipeline', category: 'meta' },
  { name: 'mcp_pipeline_check', category: 'meta' },
  { name: 'members_get', category: 'members' },
  { name: 'messages_read', category: 'messages' },
  { name: 'messages_send', category: 'messages' },
];

test.each([
  ['everything without lists', {}, tools.map(({ name }) => name)],
  [
    'the categories and meta',
    { categories: ['members'] },
    ['mcp_pipeline', 'mcp_pipeline_check', 'members_get'],
  ],
  [
    'single tools and meta',
    { tools: ['messages_send'] },
    ['mcp_pipeline', 'mcp_pipeline_check', 'messages_send'],
  ],
  [
    'single tools beside categories',
    { categories: ['members'], tools: ['messages_send'] },
    ['mcp_pipeline', 'mcp_pipeline_check', 'members_get', 'messages_send'],
  ],
  ['meta alone for empty lists', { categories: [] }, ['mcp_pipeline', 'mcp_pipeline_check']],
  [
    'nothing that is excluded, meta neither',
    {
      categories: ['messages'],
      tools: ['messages_send'],
      excludeTools: ['messages_send', 'mcp_pipeline'],
    },
    ['mcp_pipeline_check', 'messages_read'],
  ],
])('a server has %s', (_what, lists, expected) => {
  const isSelected = createToolSelection({
    categories: undefined,
    tools: undefined,
    excludeTools: [],
    ...lists,
  });
  expect(tools.filter(isSelected).map(({ name }) => name)).toEqual(expected);
});
