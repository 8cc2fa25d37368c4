import type { World } from '@guildline/discord-simulator';

/** The guild of the tests and what is in it. */
export const ids = {
  bot: '410000000000000001',
  owner: '410000000000000002',
  moderator: '410000000000000003',
  mallory: '410000000000000004',
  banned: '410000000000000005',
  guild: '420000000000000001',
  botRole: '420000000000000002',
  moderators: '420000000000000003',
  role: '420000000000000004',
  general: '430000000000000001',
  channel: '430000000000000002',
  thread: '430000000000000003',
  forum: '430000000000000004',
  message: '440000000000000001',
  other: '440000000000000002',
  event: '450000000000000001',
  webhook: '460000000000000001',
  emoji: '470000000000000001',
  sticker: '480000000000000001',
  entry: '490000000000000001',
} as const;

/** A guild that the bot is in and nobody is allowed to touch. */
export const elsewhere = {
  guild: '520000000000000001',
  channel: '530000000000000001',
} as const;

/** Everything but ADMINISTRATOR. */
const permissions = String(((1n << 50n) - 1n) & ~8n);

/** A world in which a text stands wherever a stranger could have written it, and some places more. */
export function worldWith(text: string): World {
  const wellFormed = Buffer.from(text).toString();
  return {
    users: [
      { id: ids.bot, username: 'guildline', bot: true },
      { id: ids.owner, username: 'robin' },
      { id: ids.moderator, username: 'sam' },
      { id: ids.mallory, username: text, global_name: text },
      { id: ids.banned, username: text },
    ],
    guilds: [
      {
        id: ids.guild,
        name: text,
        description: text,
        owner_id: ids.owner,
        features: ['COMMUNITY'],
        roles: [
          { id: ids.guild },
          { id: ids.role, name: text, position: 1, mentionable: true },
          { id: ids.moderators, name: 'moderators', position: 2, mentionable: true },
          { id: ids.botRole, name: 'Guildline', position: 3, permissions, bot_id: ids.bot },
        ],
        channels: [
          { id: ids.general, name: 'general', position: 0 },
          { id: ids.channel, name: text, topic: text, position: 1 },
          {
            id: ids.forum,
            type: 15,
            name: text,
            position: 2,
            available_tags: [
              {
                id: '430000000000000009',
                name: text,
                moderated: false,
                emoji_id: null,
                emoji_name: null,
              },
            ],
          },
          { id: ids.thread, type: 11, name: text, parent_id: ids.channel, owner_id: ids.mallory },
        ],
        members: [
          { user_id: ids.owner },
          { user_id: ids.bot, roles: [ids.botRole] },
          { user_id: ids.moderator, roles: [ids.moderators] },
          { user_id: ids.mallory, nick: text, roles: [ids.role] },
        ],
        bans: [{ user_id: ids.banned, reason: text }],
        events: [
          {
            id: ids.event,
            name: text,
            description: text,
            entity_type: 3,
            entity_metadata: { location: text },
            scheduled_start_time: '2030-01-01T17:00:00.000Z',
            scheduled_end_time: '2030-01-01T18:00:00.000Z',
            creator_id: ids.owner,
          },
        ],
        emojis: [{ id: ids.emoji, name: text }],
        stickers: [{ id: ids.sticker, name: text, description: text }],
        audit_log: [
          {
            id: ids.entry,
            action_type: 11,
            user_id: ids.mallory,
            target_id: ids.channel,
            reason: text,
            changes: [{ key: 'topic', old_value: text, new_value: text }],
            options: { channel_id: text },
          },
        ],
      },
      {
        id: elsewhere.guild,
        name: 'Elsewhere',
        owner_id: ids.owner,
        channels: [{ id: elsewhere.channel, name: 'private' }],
        members: [{ user_id: ids.bot }],
      },
    ],
    messages: [
      {
        id: ids.message,
        channel_id: ids.channel,
        author_id: ids.mallory,
        content: text,
        pinned_at: '2029-01-01T00:00:00.000Z',
        embeds: [{ title: text, description: text, fields: [{ name: text, value: text }] }],
        attachments: [
          { id: '440000000000000009', filename: wellFormed, size: 1, content_type: 'x/y' },
        ],
        reactions: [{ emoji: { id: ids.emoji, name: text }, user_ids: [ids.mallory] }],
        sticker_ids: [ids.sticker],
        components: [{ type: 17, components: [{ type: 10, content: text }] }],
        poll: {
          question: { text },
          answers: [{ answer_id: 1, poll_media: { text }, voter_ids: [] }],
          expiry: '2031-01-01T00:00:00.000Z',
          allow_multiselect: false,
          layout_type: 1,
        },
      },
      { id: ids.other, channel_id: ids.general, author_id: ids.owner, content: 'Hello.' },
    ],
    webhooks: [{ id: ids.webhook, guild_id: ids.guild, channel_id: ids.general, name: text }],
    invites: [
      { code: 'abcdef', guild_id: ids.guild, channel_id: ids.channel, inviter_id: ids.mallory },
    ],
  };
}
