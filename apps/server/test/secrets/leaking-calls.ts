import { leak, planted } from './planted-secrets.ts';

const guild_id = '111122223333444455';
const channel_id = '222233334444555003';
const user_id = '777788889999000011';

/** Calls whose arguments, results, errors or questions have secrets in them. */
export const leakingCalls: readonly (readonly [string, object])[] = [
  ['messages_send', { channel_id, content: leak }],
  ['messages_send', { channel_id, content: 'see', embeds: [{ title: 'T', description: leak }] }],
  ['messages_read', { channel_id }],
  ['channels_modify', { channel_id, topic: leak.slice(0, 1000), audit_reason: leak.slice(0, 500) }],
  ['channels_get', { channel_id }],
  ['channels_list', { guild_id }],
  ['roles_create', { guild_id, name: planted.otherBotToken, audit_reason: `for ${planted.jwt}` }],
  ['roles_list', { guild_id }],
  [
    'events_create',
    {
      guild_id,
      name: `Event ${planted.interactionToken}`.slice(0, 100),
      description: leak,
      scheduled_start_time: '2099-01-01T17:00:00Z',
      scheduled_end_time: '2099-01-01T18:00:00Z',
      entity_type: 3,
      entity_metadata: { location: planted.otherBotToken },
    },
  ],
  ['events_list', { guild_id }],
  ['audit_log_get', { guild_id }],
  ['members_search', { guild_id, query: planted.otherBotToken }],
  ['members_modify', { guild_id, user_id, nick: 'Host', audit_reason: leak.slice(0, 500) }],
  // Errors that say what was wrong.
  ['channels_get', { channel_id: planted.otherBotToken }],
  ['channels_get', { channel_id, [planted.otherBotToken]: leak }],
  ['messages_send', { channel_id, content: { token: planted.bearer, text: leak } }],
  [
    'reactions_add',
    { channel_id, message_id: '1200000000000000002', emoji: `Bearer ${planted.bearer}` },
  ],
  ['webhooks_execute', { webhook_id: '1200000000000000009', content: leak }],
  [planted.otherBotToken, {}],
  // Questions to a person.
  ['members_kick', { guild_id, user_id, audit_reason: leak.slice(0, 500) }],
  [
    'messages_send',
    { channel_id, content: `@everyone ${leak}`, allowed_mentions: { parse: ['everyone'] } },
  ],
  ['messages_delete', { channel_id, message_id: '1200000000000000002', audit_reason: planted.jwt }],
  // Pipelines: values, templates and paths that do not resolve.
  ['mcp_pipeline', { steps: leakingSteps() }],
  ['mcp_pipeline_check', { steps: leakingSteps() }],
  ['mcp_pipeline', { steps: [{ tool: planted.otherBotToken, args: { token: leak } }] }],
  [
    'mcp_pipeline',
    {
      steps: [
        { id: 'me', tool: 'users_get_current', args: {} },
        {
          id: 'bad',
          tool: 'channels_get',
          args: { channel_id: `{{me["${planted.otherBotToken}"]}}` },
        },
      ],
    },
  ],
];

/** A pipeline that hands secrets on from step to step. */
export function leakingSteps(): object[] {
  return [
    { id: 'sent', tool: 'messages_send', args: { channel_id, content: leak } },
    {
      id: 'got',
      tool: 'messages_get',
      args: { channel_id, message_id: '{{sent.message_id}}' },
    },
    {
      id: 'again',
      tool: 'channels_create',
      args: { guild_id, name: 'again', topic: '{{got.content}}', audit_reason: '{{got.content}}' },
      continue_on_error: true,
    },
    { id: 'lost', tool: 'channels_get', args: { channel_id: '{{got.content}}' } },
  ];
}
