import { defineState, type StateDefinition } from '@guildline/mcp-core';
import { knownChannels } from './known-channels.ts';
import { knownGuilds } from './known-guilds.ts';
import { knownMembers } from './known-members.ts';
import { raidCandidates } from './raid-candidates.ts';

/**
 * The state that the Discord tools share. `guilds`, `channels` and `members` are what look-ups have
 * found, small, the newest last, and bounded: what is not in them may exist all the same.
 * `raid_candidates` is the list of the last `raid_scan`, as far as nobody was taken off it since.
 */
export const discordState: StateDefinition<{
  readonly guilds: typeof knownGuilds;
  readonly channels: typeof knownChannels;
  readonly members: typeof knownMembers;
  readonly raid_candidates: typeof raidCandidates;
}> = defineState({
  guilds: knownGuilds,
  channels: knownChannels,
  members: knownMembers,
  raid_candidates: raidCandidates,
});
