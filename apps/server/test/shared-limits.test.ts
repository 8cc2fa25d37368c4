import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proxyRequests } from '@discordjs/proxy';
import { REST } from '@discordjs/rest';
import { createDiscordClient, shareOfLimits } from '@guildline/discord-adapter';
import { startSimulator } from '@guildline/discord-simulator';
import { afterEach, expect, test } from 'vitest';
import { channel, sendFrom } from './shared-limits/send-from.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Buckets that never fill, so that only what is counted for the bot as a whole matters. */
const wide = { limit: 1000, window_ms: 1000 };

test('servers that divide the limits of a bot get no 429 in a burst', async () => {
  const simulator = await startSimulator({
    limits: { global: { limit: 30, window_ms: 1000 }, routes: {}, reads: wide, writes: wide },
  });
  opened.push(() => simulator.close());
  const servers = [1, 2, 3].map(() => {
    const client = createDiscordClient({
      token: simulator.token,
      apiUrl: simulator.url,
      limits: { ...shareOfLimits(3), globalRequestsPerSecond: 10 },
    });
    opened.push(() => client.close());
    return client;
  });
  await Promise.all(servers.map((client, index) => sendFrom(client, index, 15)));
  const requests = simulator.control.requests();
  expect(requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(45);
});

test('servers behind one proxy get no 429 in a burst, and nothing is sent twice', async () => {
  const simulator = await startSimulator({
    limits: { routes: { 'POST /channels/{channel_id}/messages': { limit: 5, window_ms: 300 } } },
  });
  opened.push(() => simulator.close());
  const proxy = createServer(proxyRequests(new REST({ api: simulator.url })));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  opened.push(() => new Promise((resolve) => proxy.close(resolve)));
  const { port } = proxy.address() as AddressInfo;
  const servers = [1, 2].map(() => {
    const client = createDiscordClient({
      token: simulator.token,
      apiUrl: `http://127.0.0.1:${port}/api`,
    });
    opened.push(() => client.close());
    return client;
  });
  await Promise.all(servers.map((client, index) => sendFrom(client, index, 10)));
  const requests = simulator.control.requests().filter(({ method }) => method === 'POST');
  expect(requests.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const contents = simulator.control
    .world()
    .messages?.filter((message) => message.channel_id === channel)
    .map(({ content }) => content);
  expect(new Set(contents).size).toBe(20);
});

test('a share is never less than one request', () => {
  expect(shareOfLimits(3)).toEqual({ globalRequestsPerSecond: 16, invalidRequests: 333 });
  expect(shareOfLimits(1000)).toEqual({ globalRequestsPerSecond: 1, invalidRequests: 1 });
});
