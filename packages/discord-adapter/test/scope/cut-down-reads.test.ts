import { marks, type ToolDefinition } from '@guildline/mcp-core';
import { expect, test } from 'vitest';
import { cutDownReads } from '../../src/scope/judge-as-a-whole.ts';
import { discordTools } from '../../src/tools/index.ts';
import { idPaths } from '../minimal-arguments.ts';
import { walkSchema } from '../walk-schema.ts';

const tools = discordTools(() => {
  throw new Error('Schemas need no connection.');
});

/** True if the items of a list in the tool's result are marked as channels. */
function listsChannels(tool: ToolDefinition): boolean {
  let isMarked = false;
  walkSchema(tool.output(), (path, layers) => {
    const kind = layers.map((layer) => marks.get(layer)?.refersTo).find((one) => one);
    if (kind === 'channel' && path.includes('[]')) isMarked = true;
  });
  return isMarked;
}

test('a read that is let through because its result is cut down lists marked channels', () => {
  const found = tools.filter(({ name }) => cutDownReads.has(name));
  expect(found.map(({ name }) => name).sort()).toEqual([...cutDownReads].sort());
  expect(found.filter((tool) => tool.effect !== 'read' || !listsChannels(tool))).toEqual([]);
});

test('a result that lists channels by their ids is marked, or belongs to one channel', () => {
  const unmarked = tools.filter((tool) => {
    if (listsChannels(tool)) return false;
    let holdsIds = false;
    walkSchema(tool.output(), (path) => {
      if (path.includes('[]') && path.at(-1) === 'channel_id') holdsIds = true;
    });
    const namesChannel = idPaths(tool).some(({ kind }) => kind === 'channel');
    return holdsIds && !namesChannel;
  });
  expect(unmarked).toEqual([]);
});
