import type { Synonyms } from '@guildline/mcp-core';
import { channelSynonyms } from './channel-synonyms.ts';
import { guildSynonyms } from './guild-synonyms.ts';
import { memberSynonyms } from './member-synonyms.ts';
import { messageSynonyms } from './message-synonyms.ts';

/** What people who run Discord communities say, for the words and names of the tools. */
export const discordSynonyms: Synonyms = {
  ...messageSynonyms,
  ...channelSynonyms,
  ...memberSynonyms,
  ...guildSynonyms,
};
