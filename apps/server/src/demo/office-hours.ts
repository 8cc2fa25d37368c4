import type { Step } from '@guildline/pipeline-core';

/** The main job: announce a session, schedule it, give its host a role. */
export const officeHours: readonly Step[] = [
  {
    id: 'announce',
    tool: 'messages_send',
    args: {
      channel_id: '222233334444555566',
      content: 'Office hours start in 30 minutes! React with :wave: to attend.',
    },
  },
  {
    id: 'event',
    tool: 'events_create',
    args: {
      guild_id: '111122223333444455',
      name: 'Office hours - January 1',
      scheduled_start_time: '2030-01-01T17:00:00Z',
      scheduled_end_time: '2030-01-01T18:00:00Z',
      entity_type: 3,
      privacy_level: 2,
      entity_metadata: {
        location:
          'https://discord.com/channels/111122223333444455/222233334444555566/{{announce.message_id}}',
      },
      description: 'Linked to announcement {{announce.message_id}}',
    },
  },
  {
    id: 'grant',
    tool: 'members_add_role',
    args: {
      guild_id: '111122223333444455',
      user_id: '777788889999000011',
      role_id: '555566667777888899',
    },
  },
];
