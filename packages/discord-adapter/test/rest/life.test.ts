import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDiscordClient } from '../../src/index.ts';
import { errorOf, startHostileClient } from './hostile-client.ts';

const messages = '/channels/222233334444555566/messages';

test('closing stops what is under way and lets go of every connection', async () => {
  const { connect, client, server, close } = await startHostileClient(() => undefined);
  const discord = await connect('once');
  const flying = errorOf(discord.post(messages, { body: {} }));
  const queued = errorOf(discord.post(messages, { body: {} }));
  await expect.poll(() => server.requests.length).toBe(1);
  await client.close();
  expect((await flying).toJSON()).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown' });
  expect((await queued).toJSON()).toMatchObject({ code: 'CANCELLED', outcome: 'not_applied' });
  await expect.poll(() => server.sockets.size).toBe(0);
  expect((await errorOf(discord.get(messages))).code).toBe('CANCELLED');
  await close();
});

test('a client that sent nothing closes, and closes twice', async () => {
  const client = createDiscordClient();
  await client.close();
  await client.close();
});

test('nothing of the library is loaded before the first request', async () => {
  const heavy = new Set(['@discordjs/rest', 'undici', 'p-retry']);
  const entry = fileURLToPath(new URL('../../src/rest/create-discord-client.ts', import.meta.url));
  const loaded = await staticImports(entry);
  expect(loaded.files.size).toBeGreaterThan(5);
  expect([...loaded.packages].filter((name) => heavy.has(name))).toEqual([]);
});

/** What a module pulls in as it is loaded: `import type` and `import()` pull in nothing. */
async function staticImports(entry: string) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const queue = [entry];
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = await readFile(file, 'utf8');
    const imports = text.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)';/gms);
    for (const [, specifier = ''] of imports) {
      if (specifier.startsWith('.')) queue.push(resolve(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files, packages };
}
