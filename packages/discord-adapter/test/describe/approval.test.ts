import {
  createApproval,
  createApprovalTickets,
  createDispatcher,
  createRegistry,
  createStateKeeper,
  createStateStore,
  type Dispatch,
  defaultApprovalPolicy,
  metaTools,
} from '@guildline/mcp-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDiscordDescriber, createDiscordScope, discordState } from '../../src/index.ts';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorIn, resultIn } from '../scope/start-scope.ts';
import { ids } from '../tools/default-world.ts';

let adapter: Adapter;
let dispatch: Dispatch;
let guilds: ReadonlySet<string> | undefined;
beforeAll(async () => {
  adapter = await startAdapter();
  const { client } = adapter;
  const clock = { now: Date.now };
  const used = new Set<string>();
  dispatch = createDispatcher({
    tools: createRegistry({
      tools: [...adapter.tools.values(), ...metaTools()],
      state: discordState,
    }),
    clock,
    onion: {
      scope: createDiscordScope({ client, listsOf: () => [{ guilds }], clock }),
      state: createStateKeeper({ store: createStateStore({ clock }) }),
      approval: createApproval({
        policy: () => defaultApprovalPolicy,
        describe: createDiscordDescriber({ client }),
        tickets: createApprovalTickets({
          realm: 'test',
          key: async () => new Uint8Array(32),
          clock,
        }),
        used: { use: async (id) => !used.has(id) && used.add(id) !== undefined },
      }),
    },
  });
});
beforeEach(() => {
  guilds = undefined;
  adapter.simulator.control.reset();
  adapter.simulator.control.clearRequests();
});
afterAll(() => adapter.close());

const call = (tool: string, args: object) =>
  dispatch(tool, args, { caller: { id: 'ann', groups: [] } });
const writes = () => adapter.simulator.control.requests().filter(({ method }) => method !== 'GET');

/** Calls once for the preview, and again with the approval. */
async function approve(tool: string, args: object) {
  const error = errorIn(await call(tool, args));
  expect(error.code).toBe('CONFIRMATION_REQUIRED');
  expect(writes()).toEqual([]);
  const { confirm_token, preview } = error.details as { confirm_token: string; preview: string };
  return { preview, again: () => call(tool, { ...args, __confirm: confirm_token }) };
}

test('a person is shown whom a ban would meet, and the ban runs once they agreed', async () => {
  const args = {
    guild_id: ids.guild,
    user_ids: [ids.moderator, ids.host],
    delete_message_seconds: 3600,
    audit_reason: 'a raid',
  };
  const { preview, again } = await approve('members_bulk_ban', args);
  expect(preview).toBe(
    [
      'members_bulk_ban (Ban many users). It is destructive.',
      `  guild: ⟦Office Hours⟧ (${ids.guild})`,
      `  member: ⟦Sam⟧ (@sam, ${ids.moderator}), highest role ⟦moderator⟧`,
      `  member: ⟦Host⟧ (@host, ${ids.host}), no role`,
      '  also deletes their messages of the last hour',
      '  reason for the audit log: ⟦a raid⟧',
      '  what it does: Bans up to 200 users at once, members or not, as after a raid.',
      '  how many: 2',
      '  This cannot be undone.',
    ].join('\n'),
  );
  resultIn(await again());
  expect(writes()).toHaveLength(1);
});

test('a message to everyone asks first and shows its text', async () => {
  const args = {
    channel_id: ids.announcements,
    content: '@everyone come',
    allowed_mentions: { parse: ['everyone'] },
  };
  const { preview, again } = await approve('messages_send', args);
  expect(preview).toContain('It can notify everyone in the channel.');
  expect(preview).toContain('text: ⟦@everyone come⟧');
  resultIn(await again());
  resultIn(await call('messages_send', { ...args, allowed_mentions: undefined }));
});

const deleteFound = (channel_id: string) => ({
  steps: [
    { id: 'found', tool: 'channels_get', args: { channel_id } },
    { tool: 'messages_delete', args: { channel_id: ids.general, message_id: ids.hostsMessage } },
    { tool: 'channels_delete', args: { channel_id: '{{found.id}}' } },
  ],
});

test('a step whose channel comes from a template stays within the guild that was shown', async () => {
  const { preview, again } = await approve('mcp_pipeline', deleteFound(ids.voice));
  expect(preview).toContain('channel: ⟦{{found.id}}⟧');
  expect(resultIn(await again())).toMatchObject({ aborted: false });
  expect(writes().map(({ path }) => path)).toContain(`/channels/${ids.voice}`);
});

test('a step whose template leads to another guild is refused', async () => {
  const { again } = await approve('mcp_pipeline', deleteFound(ids.smallChannel));
  expect(resultIn(await again())).toMatchObject({
    aborted: true,
    steps: [{}, {}, { error: { code: 'CONFIRMATION_INVALID' } }],
  });
  expect(writes().map(({ path }) => path)).not.toContain(`/channels/${ids.smallChannel}`);
});

test('nothing is described that the caller may not reach', async () => {
  guilds = new Set([ids.guild]);
  const error = errorIn(await call('mcp_pipeline', deleteFound(ids.smallChannel)));
  expect(error.code).toBe('GUILD_NOT_ALLOWED');
  expect(JSON.stringify(error)).not.toContain('Small Guild');
  const { smallChannel, general } = ids;
  const paths = adapter.simulator.control.requests().map(({ path }) => path);
  expect(paths.toSorted()).toEqual(
    [`/channels/${smallChannel}`, `/channels/${general}`].toSorted(),
  );
});
