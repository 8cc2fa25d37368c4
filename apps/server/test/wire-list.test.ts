import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toWireList } from '@guildline/mcp-core';
import { afterAll, expect, test } from 'vitest';
import { composeGuildline } from '../src/compose.ts';
import { loadSettings } from '../src/settings.ts';

const guildline = composeGuildline((await loadSettings({}, {})).settings);
afterAll(() => guildline.close());

test('the list that the build generated is the list of the schemas', () => {
  const generated = readFileSync(join(import.meta.dirname, '../build/wire-list.json'), 'utf8');
  expect(JSON.parse(generated)).toEqual(JSON.parse(JSON.stringify(toWireList(guildline.tools))));
});
