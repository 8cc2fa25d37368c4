import { type LookupResult, ToolError } from '@guildline/mcp-core';
import type { Adapter } from '../harness.ts';

/** Ids of the simulator's default world that the tests of the tools need. */
export const ids = {
  bot: '123456789012345678',
  host: '777788889999000011',
  owner: '100000000000000001',
  /** Ranks above the bot. */
  admin: '100000000000000002',
  moderator: '100000000000000003',
  /** From the highest: admin, the bot's own, moderator, host. */
  adminRole: '555566667777888003',
  botRole: '555566667777888002',
  moderatorRole: '555566667777888001',
  hostRole: '555566667777888899',
  guild: '111122223333444455',
  /** The bot has no role here, so nothing beyond what everyone may do. */
  smallGuild: '123456789012345678',
  smallChannel: '123456789012345682',
  category: '222233334444555001',
  announcements: '222233334444555566',
  general: '222233334444555003',
  forum: '222233334444555004',
  forumTag: '222233334444666001',
  voice: '222233334444555005',
  stage: '222233334444555006',
  /** A channel that the bot cannot see. */
  hidden: '222233334444555008',
  /** In #general, by the owner and by the host. */
  ownersMessage: '1200000000000000001',
  hostsMessage: '1200000000000000002',
  customEmoji: '333344445555000001',
  nothing: '999999999999999999',
};

/** The error of a call that has to fail. */
export async function errorOf(call: Promise<unknown>): Promise<ToolError> {
  return call.then(
    (result) => {
      throw new Error(`Should have failed, gave ${JSON.stringify(result)}`);
    },
    (error: unknown) => {
      if (error instanceof ToolError) return error;
      throw error;
    },
  );
}

/** Asks a tool what became of a call made at `since`. */
export async function lookUp(
  adapter: Adapter,
  name: string,
  args: unknown,
  since: number | string,
): Promise<LookupResult<Record<string, unknown>>> {
  const tool = adapter.tools.get(name);
  if (!tool?.lookup) throw new Error(`${name} has no lookup.`);
  const parsed = tool.input().parse(args);
  const at = typeof since === 'number' ? since : Date.parse(since);
  const found = await tool.lookup(parsed, at, adapter.context());
  return found as LookupResult<Record<string, unknown>>;
}
