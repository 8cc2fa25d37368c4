import { defaultWorld, type World } from '@guildline/discord-simulator';
import { ids } from '../tools/default-world.ts';

/** What stands in every text of the guild that is out of bounds. */
export const secret = 'Hidden Harbor';

/** Objects of a guild in which the bot may do everything, and which is on no list. */
export const foreign = {
  guild: '444455556666777700',
  botRole: '444455556666777701',
  role: '444455556666777702',
  category: '444455556666777710',
  channel: '444455556666777711',
  otherChannel: '444455556666777712',
  forum: '444455556666777713',
  tag: '444455556666777714',
  thread: '444455556666777715',
  voice: '444455556666777716',
  message: '1200000000000000901',
  otherMessage: '1200000000000000902',
  attachment: '1200000000000000903',
  webhook: '1210000000000000901',
  event: '1220000000000000901',
  emoji: '333344445555000901',
  sticker: '333344445555000902',
  user: '777788889999000901',
  invite: 'harbor',
} as const;

/** Objects of the guild that is on the list, beside those of the default world. */
export const own = {
  webhook: '1210000000000000001',
  event: '1220000000000000001',
  thread: '222233334444777001',
};

/** The default world with one more guild. */
export function foreignWorld(): World {
  const world = defaultWorld();
  const [main, ...others] = world.guilds ?? [];
  if (!main) throw new Error('The default world has no guild.');
  const all = String((1n << 50n) - 1n);
  return {
    ...world,
    users: [...(world.users ?? []), { id: foreign.user, username: 'somebody' }],
    guilds: [
      {
        ...main,
        channels: [
          ...(main.channels ?? []),
          { id: own.thread, type: 11, name: 'talk', parent_id: ids.announcements },
        ],
        events: [
          {
            id: own.event,
            name: 'Town meeting',
            entity_type: 1,
            channel_id: ids.stage,
            scheduled_start_time: '2035-01-01T12:00:00.000Z',
          },
        ],
      },
      ...others,
      {
        id: foreign.guild,
        name: secret,
        description: secret,
        owner_id: ids.owner,
        roles: [
          { id: foreign.guild },
          { id: foreign.role, name: secret, position: 1 },
          { id: foreign.botRole, name: secret, position: 2, permissions: all, bot_id: ids.bot },
        ],
        channels: [
          { id: foreign.category, type: 4, name: secret },
          { id: foreign.channel, name: secret, topic: secret, parent_id: foreign.category },
          { id: foreign.otherChannel, name: secret },
          {
            id: foreign.forum,
            type: 15,
            name: secret,
            available_tags: [
              { id: foreign.tag, name: secret, moderated: false, emoji_id: null, emoji_name: null },
            ],
          },
          { id: foreign.thread, type: 11, name: secret, parent_id: foreign.channel },
          { id: foreign.voice, type: 2, name: secret },
        ],
        members: [
          { user_id: ids.owner, nick: secret },
          { user_id: ids.bot, roles: [foreign.botRole] },
          { user_id: foreign.user, nick: secret },
        ],
        emojis: [{ id: foreign.emoji, name: 'hidden_harbor' }],
        stickers: [{ id: foreign.sticker, name: secret }],
        events: [
          {
            id: foreign.event,
            name: secret,
            entity_type: 2,
            channel_id: foreign.voice,
            scheduled_start_time: '2035-01-01T12:00:00.000Z',
          },
        ],
      },
    ],
    messages: [
      ...(world.messages ?? []),
      ...[foreign.message, foreign.otherMessage].map((id) => ({
        id,
        channel_id: foreign.channel,
        author_id: foreign.user,
        content: secret,
      })),
    ],
    webhooks: [
      {
        id: own.webhook,
        guild_id: ids.guild,
        channel_id: ids.announcements,
        name: 'Crier',
        token: 'a-token-of-our-own',
        user_id: ids.bot,
        application_id: ids.bot,
      },
      {
        id: foreign.webhook,
        guild_id: foreign.guild,
        channel_id: foreign.channel,
        name: secret,
        token: 'a-token-of-theirs',
        user_id: ids.bot,
        application_id: ids.bot,
      },
    ],
    invites: [
      { code: 'welcome', guild_id: ids.guild, channel_id: ids.announcements },
      { code: 'stage', guild_id: ids.guild, channel_id: ids.stage },
      { code: foreign.invite, guild_id: foreign.guild, channel_id: foreign.channel },
    ],
  };
}
