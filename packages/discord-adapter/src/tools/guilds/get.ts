import { untrusted } from '@guildline/mcp-core';
import { type APIGuild, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { rememberGuilds } from '../../state/known-guilds.ts';

export const guildGet = defineDiscordTool({
  name: 'guild_get',
  category: 'guilds',
  title: 'Get a guild',
  description:
    'Returns one guild (server): owner, approximate member counts, features and special channels. Its channels, roles and members have tools of their own.',
  input: () => z.strictObject({ guild_id: snowflake('guild') }),
  output: () =>
    z.object({
      id: z.string(),
      name: untrusted(z.string()),
      description: untrusted(z.string()).nullable(),
      owner_id: z.string(),
      approximate_member_count: z.int().nullable(),
      approximate_presence_count: z.int().nullable(),
      premium_tier: z.int(),
      verification_level: z.int(),
      preferred_locale: z.string(),
      features: z.array(z.string()),
      vanity_url_code: z.string().nullable(),
      system_channel_id: z.string().nullable(),
      rules_channel_id: z.string().nullable(),
      public_updates_channel_id: z.string().nullable(),
      afk_channel_id: z.string().nullable(),
    }),
  effect: 'read',
  stores: { guilds: (guild, { previous }) => rememberGuilds(previous, [guild]) },
  routes: ['GET /guilds/{guild_id}'],
  run: async ({ guild_id }, discord) => {
    const guild = await discord.get<APIGuild>(Routes.guild(guild_id), {
      query: { with_counts: true },
    });
    return {
      id: guild.id,
      name: guild.name,
      description: guild.description,
      owner_id: guild.owner_id,
      approximate_member_count: guild.approximate_member_count ?? null,
      approximate_presence_count: guild.approximate_presence_count ?? null,
      premium_tier: guild.premium_tier,
      verification_level: guild.verification_level,
      preferred_locale: guild.preferred_locale,
      features: guild.features,
      vanity_url_code: guild.vanity_url_code,
      system_channel_id: guild.system_channel_id,
      rules_channel_id: guild.rules_channel_id,
      public_updates_channel_id: guild.public_updates_channel_id,
      afk_channel_id: guild.afk_channel_id,
    };
  },
});
