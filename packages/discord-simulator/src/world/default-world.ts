import { ALL_PERMISSIONS, Permission } from '../permissions/bits.ts';
import { crowd } from './crowd.ts';
import type { World, WorldGuild } from './world.ts';

const BOT = '123456789012345678';
const HOST = '777788889999000011';
const OWNER = '100000000000000001';
const ADMIN = '100000000000000002';
const MODERATOR = '100000000000000003';

const MAIN_GUILD = '111122223333444455';
const ROLES = {
  host: '555566667777888899',
  moderator: '555566667777888001',
  bot: '555566667777888002',
  admin: '555566667777888003',
};
const CHANNELS = {
  information: '222233334444555001',
  announcements: '222233334444555566',
  rules: '222233334444555002',
  general: '222233334444555003',
  help: '222233334444555004',
  lounge: '222233334444555005',
  stage: '222233334444555006',
  moderators: '222233334444555007',
  owners: '222233334444555008',
};

const BOT_PERMISSIONS = String(ALL_PERMISSIONS & ~Permission.Administrator);
const MODERATOR_PERMISSIONS = String(
  Permission.KickMembers |
    Permission.BanMembers |
    Permission.ManageMessages |
    Permission.ModerateMembers |
    Permission.ManageThreads |
    Permission.ViewAuditLog,
);

/**
 * The world of the documentation's examples: guild `111122223333444455` with `#announcements`, the
 * member `777788889999000011` and the role `event-host`; guild `123456789012345679` for workflows;
 * guild `123456789012345678` with one channel. The bot `123456789012345678` is in all three; in the
 * first it may do everything but administrate, ranks above moderators and below administrators and
 * does not see `#owners`. Every call gives a fresh copy.
 */
export function defaultWorld(): World {
  const members = crowd(300);
  return {
    users: [
      { id: BOT, username: 'guildline', bot: true },
      { id: OWNER, username: 'robin', global_name: 'Robin' },
      { id: ADMIN, username: 'alex', global_name: 'Alex' },
      { id: MODERATOR, username: 'sam', global_name: 'Sam' },
      { id: HOST, username: 'host', global_name: 'Office Host' },
      ...members.users,
    ],
    guilds: [mainGuild(members.ids), workflowGuild(), smallGuild()],
    messages: [
      {
        id: '1200000000000000001',
        channel_id: CHANNELS.general,
        author_id: OWNER,
        content: 'Welcome to the community!',
      },
      {
        id: '1200000000000000002',
        channel_id: CHANNELS.general,
        author_id: HOST,
        content: 'Hello everybody.',
      },
    ],
  };
}

function mainGuild(crowdIds: readonly string[]): WorldGuild {
  const everyone = MAIN_GUILD;
  const hidden = String(Permission.ViewChannel);
  return {
    id: MAIN_GUILD,
    name: 'Office Hours',
    description: 'A community that meets once a week.',
    owner_id: OWNER,
    features: ['COMMUNITY', 'NEWS'],
    system_channel_id: CHANNELS.general,
    rules_channel_id: CHANNELS.rules,
    public_updates_channel_id: CHANNELS.moderators,
    roles: [
      { id: everyone },
      { id: ROLES.host, name: 'event-host', position: 1, mentionable: true },
      {
        id: ROLES.moderator,
        name: 'moderator',
        position: 2,
        permissions: MODERATOR_PERMISSIONS,
        hoist: true,
      },
      {
        id: ROLES.bot,
        name: 'Guildline',
        position: 3,
        permissions: BOT_PERMISSIONS,
        managed: true,
        bot_id: BOT,
      },
      {
        id: ROLES.admin,
        name: 'admin',
        position: 4,
        permissions: String(Permission.Administrator),
        hoist: true,
      },
    ],
    channels: [
      { id: CHANNELS.information, type: 4, name: 'Information', position: 0 },
      {
        id: CHANNELS.rules,
        name: 'rules',
        position: 0,
        parent_id: CHANNELS.information,
        topic: 'Be kind.',
      },
      {
        id: CHANNELS.announcements,
        type: 5,
        name: 'announcements',
        position: 1,
        parent_id: CHANNELS.information,
      },
      { id: CHANNELS.general, name: 'general', position: 2, topic: 'Anything goes' },
      {
        id: CHANNELS.help,
        type: 15,
        name: 'help',
        position: 3,
        available_tags: [
          {
            id: '222233334444666001',
            name: 'question',
            moderated: false,
            emoji_id: null,
            emoji_name: '❓',
          },
          {
            id: '222233334444666002',
            name: 'solved',
            moderated: true,
            emoji_id: null,
            emoji_name: '✅',
          },
        ],
      },
      { id: CHANNELS.lounge, type: 2, name: 'Lounge', position: 4 },
      { id: CHANNELS.stage, type: 13, name: 'Town Hall', position: 5 },
      {
        id: CHANNELS.moderators,
        name: 'moderators',
        position: 6,
        permission_overwrites: [
          { id: everyone, type: 0, allow: '0', deny: hidden },
          { id: ROLES.moderator, type: 0, allow: hidden, deny: '0' },
          { id: ROLES.bot, type: 0, allow: hidden, deny: '0' },
        ],
      },
      {
        id: CHANNELS.owners,
        name: 'owners',
        position: 7,
        permission_overwrites: [{ id: everyone, type: 0, allow: '0', deny: hidden }],
      },
    ],
    members: [
      { user_id: OWNER },
      { user_id: BOT, roles: [ROLES.bot] },
      { user_id: ADMIN, roles: [ROLES.admin] },
      { user_id: MODERATOR, roles: [ROLES.moderator] },
      { user_id: HOST, nick: 'Host' },
      ...crowdIds.map((user_id) => ({ user_id })),
    ],
    emojis: [
      { id: '333344445555000001', name: 'guildline', user_id: OWNER },
      { id: '333344445555000002', name: 'party', animated: true, user_id: OWNER },
    ],
  };
}

function workflowGuild(): WorldGuild {
  return {
    id: '123456789012345679',
    name: 'Workflow Lab',
    owner_id: OWNER,
    roles: [
      {
        id: '123456789012345681',
        name: 'Guildline',
        permissions: BOT_PERMISSIONS,
        managed: true,
        bot_id: BOT,
      },
    ],
    channels: [{ id: '123456789012345680', name: 'lab' }],
    members: [{ user_id: BOT, roles: ['123456789012345681'] }, { user_id: HOST }],
  };
}

function smallGuild(): WorldGuild {
  return {
    id: '123456789012345678',
    name: 'Small Guild',
    owner_id: OWNER,
    channels: [{ id: '123456789012345682', name: 'general' }],
    members: [{ user_id: BOT }],
  };
}
