import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnyClient, connect } from './clients.ts';

const guild_id = '111122223333444455';
let folder: string;
let client: AnyClient | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildline-configured-'));
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  await rm(folder, { recursive: true });
});

async function serveWith(configuration: object): Promise<{ change(next: object): Promise<void> }> {
  const file = join(folder, 'guildline.config.json');
  await writeFile(file, JSON.stringify(configuration));
  client = await connect(['serve', '--simulate', '--config', file], { GUILDLINE_DATA_DIR: folder });
  return { change: (next) => writeFile(file, JSON.stringify(next)) };
}

async function codeOf(name: string, args: object): Promise<string | undefined> {
  const result = await client?.callTool({ name, arguments: { ...args } });
  if (!result?.isError) return undefined;
  return (JSON.parse(result.content[0]?.text ?? '') as { code: string }).code;
}

test('the local user may do what the file opens, and no more', async () => {
  await serveWith({
    local_user: { groups: ['readers'] },
    groups: { readers: { categories: ['roles', 'guilds'], guilds: [guild_id], read_only: true } },
  });
  expect(await codeOf('roles_list', { guild_id })).toBeUndefined();
  expect(await codeOf('roles_list', { guild_id: '123456789012345679' })).toBe('GUILD_NOT_ALLOWED');
  expect(await codeOf('members_list', { guild_id })).toBe('NOT_AUTHORIZED');
  expect(await codeOf('roles_create', { guild_id, name: 'x' })).toMatch(/READ_ONLY|NOT_AUTHORIZED/);
});

test('a tool that the file leaves out is neither listed nor called nor found', async () => {
  await serveWith({ exclude_tools: ['members_ban'], surface: 'full' });
  const { tools } = (await client?.listTools()) ?? { tools: [] };
  const names = tools.map((tool) => tool['name']);
  expect(names).toContain('members_kick');
  expect(names).not.toContain('members_ban');
  const args = { guild_id, user_id: '777788889999000011' };
  expect(await codeOf('members_ban', args)).toBe('TOOL_DISABLED');
  const call = { tool: 'members_ban', args };
  expect(await codeOf('tools_destructive', call)).toBe('TOOL_DISABLED');
  const query = 'ban a member';
  const found = await client?.callTool({ name: 'tools_search', arguments: { query, limit: 20 } });
  expect(JSON.stringify(found?.structuredContent)).not.toContain('"members_ban"');
});

test('a change of the lists counts for the next calls of a server that runs', async () => {
  const { change } = await serveWith({ allowed: { guilds: [guild_id] } });
  expect(await codeOf('roles_list', { guild_id })).toBeUndefined();
  await change({ allowed: { guilds: ['123456789012345679'] } });
  let code: string | undefined;
  // The file system says in its own time that the file has changed.
  for (let attempt = 0; attempt < 200 && code === undefined; attempt += 1) {
    await sleep(25);
    code = await codeOf('roles_list', { guild_id });
  }
  expect(code).toBe('GUILD_NOT_ALLOWED');
});

test('a token that a dispatcher was given is passed back beside the tool, and the call is done', async () => {
  await serveWith({});
  const call = { tool: 'members_kick', args: { guild_id, user_id: '777788889999000011' } };
  const asked = await client?.callTool({ name: 'tools_destructive', arguments: call });
  const { code, details } = JSON.parse(asked?.content[0]?.text ?? '') as {
    code: string;
    details: { preview: string; confirm_token: string };
  };
  expect(code).toBe('CONFIRMATION_REQUIRED');
  expect(details.preview).toContain('members_kick');
  const confirmed = { ...call, __confirm: details.confirm_token };
  expect(await codeOf('tools_destructive', confirmed)).toBeUndefined();
  expect(await codeOf('tools_destructive', confirmed)).toBe('CONFIRMATION_INVALID');
});

test('where the policy refuses, a destructive call of a client that cannot ask gets no token', async () => {
  await serveWith({ approval: { without_elicitation: 'refuse' } });
  const args = { guild_id, user_id: '777788889999000011' };
  const result = await client?.callTool({ name: 'members_kick', arguments: args });
  const text = result?.content[0]?.text ?? '';
  expect(text).toContain('CONFIRMATION_REQUIRED');
  expect(text).not.toContain('confirm_token');
});
