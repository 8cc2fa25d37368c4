import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startAdapter } from './harness.ts';
import { announce } from './readme/announce.ts';
import { whoMay } from './readme/who-may.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const fences = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);

test.each(['announce', 'who-may'])('the README shows %s.ts as it is compiled', async (name) => {
  const source = await readFile(new URL(`./readme/${name}.ts`, import.meta.url), 'utf8');
  expect(fences).toContain(source.replace('../../src/index.ts', '@guildline/discord-adapter'));
});

test('the README has no other code', () => {
  expect(fences).toHaveLength(2);
});

test('the first example does what the README says', async () => {
  const { simulator, close } = await startAdapter();
  simulator.control.setClock('2030-01-01T16:30:00.000Z');
  simulator.control.setNextIds(['888899990000111122']);
  const result = await announce(simulator.token, simulator.url);
  expect(result).toEqual({
    message_id: '888899990000111122',
    channel_id: '222233334444555566',
    jump_url:
      'https://discord.com/channels/111122223333444455/222233334444555566/888899990000111122',
    timestamp: '2030-01-01T16:30:00.000Z',
  });
  expect(readme).toContain(`\`\`\`json\n${JSON.stringify(result, null, 2)}\n\`\`\``);
  await close();
});

test('the second example gives what the README says', () => {
  expect(whoMay()).toEqual(['VIEW_CHANNEL', 'SEND_MESSAGES', 'MANAGE_EVENTS']);
  expect(readme).toContain("`['VIEW_CHANNEL', 'SEND_MESSAGES', 'MANAGE_EVENTS']`");
});
