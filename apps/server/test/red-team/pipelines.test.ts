import type { LoggedRequest } from '@guildline/discord-simulator';
import { redactText } from '@guildline/mcp-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFences } from './fences.ts';
import { type Rig, type Rigs, startRigs, textOf } from './rig.ts';
import { shapes } from './shapes.ts';
import { elsewhere, ids } from './world.ts';

const { guild: guild_id, general, channel: channel_id } = ids;
const read = { id: 'read', tool: 'messages_read', args: { channel_id }, save_as: 'seen' };
const content = '{{read.messages[0].content}}';

/** What a step may do with a text: say it. */
const sayings = [
  { id: 'whole', tool: 'messages_send', args: { channel_id: general, content } },
  { id: 'inside', tool: 'messages_send', args: { channel_id: general, content: `<${content}>` } },
  {
    id: 'saved',
    tool: 'messages_send',
    if: '{{seen.messages}}',
    args: { channel_id: general, content: 'By {{seen.messages[0].author.username}}.' },
  },
  {
    id: 'queried',
    tool: 'messages_send',
    args: { channel_id: general, content: '<{{read.messages[?type==`0`] | [0].content}}>' },
  },
  {
    id: 'described',
    tool: 'events_create',
    args: {
      guild_id,
      name: 'Meeting',
      description: content,
      scheduled_start_time: '2035-01-01T17:00:00Z',
      scheduled_end_time: '2035-01-01T18:00:00Z',
      entity_type: 3,
      entity_metadata: { location: 'here' },
    },
  },
  {
    id: 'edited',
    tool: 'messages_edit',
    args: { channel_id: general, message_id: '{{inside.message_id}}', content: `!${content}` },
  },
  {
    id: 'hooked',
    tool: 'webhooks_execute',
    args: { webhook_id: ids.webhook, content: `<${content}>` },
  },
  { id: 'topic', tool: 'channels_modify', args: { channel_id: general, topic: content } },
  {
    id: 'skipped',
    tool: 'messages_send',
    if: "read.messages[0].content == 'something that nobody wrote'",
    args: { channel_id: general, content: 'This is never said.' },
  },
];

/** What a step may not do with a text: take it for an id, an emoji, a list or an object. */
const takings = [
  { id: 'message', tool: 'messages_get', args: { channel_id, message_id: content } },
  { id: 'channel', tool: 'messages_send', args: { channel_id: content, content: 'x' } },
  { id: 'guild', tool: 'roles_list', args: { guild_id: content } },
  {
    id: 'role',
    tool: 'members_add_role',
    args: { guild_id, user_id: ids.mallory, role_id: content },
  },
  {
    id: 'emoji',
    tool: 'reactions_add',
    args: { channel_id, message_id: ids.message, emoji: content },
  },
  {
    id: 'embeds',
    tool: 'messages_send',
    args: { channel_id: general, content: 'x', embeds: content },
  },
  { id: 'roles', tool: 'members_modify', args: { guild_id, user_id: ids.mallory, roles: content } },
  { id: 'poll', tool: 'messages_send', args: { channel_id: general, poll: content } },
];

/** The same with what needs an approval, because nobody knows whom the text names. */
const dangers = [
  {
    id: 'pinging',
    tool: 'messages_send',
    args: { channel_id: general, content: '@everyone', allowed_mentions: content },
  },
  {
    id: 'parsing',
    tool: 'messages_send',
    args: { channel_id: general, content: '@everyone', allowed_mentions: { parse: [content] } },
  },
  { id: 'banning', tool: 'members_bulk_ban', args: { guild_id, user_ids: content } },
  { id: 'kicking', tool: 'members_kick', args: { guild_id, user_id: content } },
  { id: 'deleting', tool: 'channels_delete', args: { channel_id: content } },
];

interface Step {
  readonly id: string;
  readonly status: string;
  readonly error?: { readonly code: string; readonly message: string };
}

let rigs: Rigs;
beforeAll(async () => {
  rigs = await startRigs((rig) => rig.call('mcp_pipeline', toPipeline(sayings)));
});
afterAll(() => rigs.close());

function toPipeline(steps: readonly object[]) {
  return { steps: [read, ...steps.map((step) => ({ ...step, continue_on_error: true }))] };
}

async function run(rig: Rig, steps: readonly object[], confirm?: string) {
  const result = await rig.call('mcp_pipeline', {
    ...toPipeline(steps),
    ...(confirm === undefined ? {} : { __confirm: confirm }),
  });
  const answered = (result.structuredContent?.['steps'] ?? []) as Step[];
  return { result, steps: new Map(answered.map((step) => [step.id, step])) };
}

/** A message with this text is refused by Discord or before it; nothing is sent then. */
function said(
  { steps }: Awaited<ReturnType<typeof run>>,
  id: string,
  requests: readonly LoggedRequest[],
  pick: (request: LoggedRequest) => string,
): string | undefined {
  const step = steps.get(id);
  if (step?.status === 'error') {
    expect([
      'VALIDATION_ERROR',
      'DISCORD_INVALID_REQUEST',
      'PIPELINE_REFERENCE_UNRESOLVED',
    ]).toContain(step.error?.code);
    return undefined;
  }
  expect(step?.status).toBe('success');
  return requests.map(pick).join('');
}

function bodyOf({ body }: LoggedRequest): Record<string, unknown> {
  return body as Record<string, unknown>;
}

/** True if an error, which nothing fences, holds more of a text than a word. */
function repeats(message = '', text: string): boolean {
  return text.length > 30 && message.includes(text);
}

/** In this guild and its channels, with ids and nothing else; elsewhere only to find out where that is. */
function isExpected({ method, path }: LoggedRequest): boolean {
  const here = [guild_id, channel_id, general].some((id) => path.split('/')[2] === id);
  if (here)
    return /^\/(?:guilds|channels)(?:\/(?:\d{17,20}|messages|members|roles))+(?:\?limit=\d+)?$/.test(
      path,
    );
  if (method !== 'GET') return false;
  return (
    [`/channels/${elsewhere.channel}`, `/channels/${elsewhere.guild}`].includes(path) ||
    path === '/users/@me'
  );
}

const mentionsNobody = { parse: [], replied_user: false };

describe.concurrent('a pipeline that says a text', () => {
  test.each(shapes)('says $name byte for byte, pings nobody and does nothing else', ({ text }) =>
    rigs.use(async (rig) => {
      rig.plant(text);
      const run1 = await run(rig, sayings);
      const writes = rig.writes();
      const messages = `/channels/${general}/messages`;
      const posts = writes.filter(({ method, path }) => method === 'POST' && path === messages);
      const sent = posts.map((post) => String(bodyOf(post)['content']));

      const wanted = [
        ['whole', text],
        ['inside', `<${text}>`],
        ['saved', `By ${text}.`],
        ['queried', `<${text}>`],
      ] as const;
      const expected = wanted.flatMap(([id, whole]) => {
        const isSaid = said(run1, id, [], () => '') !== undefined;
        return isSaid ? [whole] : [];
      });
      expect(sent).toEqual(expected);
      expect(expected.length).toBeGreaterThanOrEqual(3);

      const edits = writes.filter(
        ({ method, path }) => method === 'PATCH' && path.startsWith(messages),
      );
      expect(edits.map((edit) => bodyOf(edit)['content'])).toEqual([`!${text}`]);
      const hooks = writes.filter(({ path }) => path.startsWith(`/webhooks/${ids.webhook}/`));
      expect(hooks.map((hook) => bodyOf(hook)['content'])).toEqual([`<${text}>`]);
      for (const request of [...posts, ...edits, ...hooks]) {
        expect(bodyOf(request)['allowed_mentions']).toEqual(mentionsNobody);
      }

      const events = writes.filter(({ path }) => path === `/guilds/${guild_id}/scheduled-events`);
      const topics = writes.filter(
        ({ method, path }) => method === 'PATCH' && path === `/channels/${general}`,
      );
      for (const event of events) expect(bodyOf(event)['description']).toBe(text);
      for (const topic of topics) expect(bodyOf(topic)['topic']).toBe(text);
      said(run1, 'described', events, () => '');
      said(run1, 'topic', topics, () => '');
      const known = posts.length + edits.length + hooks.length + events.length + topics.length;
      expect(writes.length).toBe(known);
      expect(run1.steps.get('skipped')?.status).toBe('skipped');

      for (const message of rig.simulator.control.world().messages) {
        const { mentions, mention_roles, mention_everyone } = message;
        expect({ mentions, mention_roles, mention_everyone }).toEqual({
          mentions: [],
          mention_roles: [],
          mention_everyone: false,
        });
      }
      const { result } = run1;
      const { problems } = checkFences(textOf(result), result.structuredContent, redactText(text));
      expect(problems).toEqual([]);
    }),
  );
});

describe.concurrent('a pipeline that takes a text for something else', () => {
  test.each(shapes)('is refused with a clear error for $name', ({ text }) =>
    rigs.use(async (rig) => {
      rig.plant(text);
      const { steps } = await run(rig, takings);
      for (const { id } of takings) {
        const step = steps.get(id);
        expect([id, step?.status]).toEqual([id, 'error']);
        expect(step?.error?.message).not.toBe('');
        expect([
          'VALIDATION_ERROR',
          'DISCORD_NOT_FOUND',
          'CHANNEL_NOT_ALLOWED',
          'GUILD_NOT_ALLOWED',
        ]).toContain(step?.error?.code);
        expect(repeats(step?.error?.message, text)).toBe(false);
      }
      expect(rig.writes().filter(({ applied }) => applied)).toEqual([]);
      expect(rig.requests().filter((request) => !isExpected(request))).toEqual([]);
    }),
  );
});

describe.concurrent('a pipeline that was approved', () => {
  test.each(shapes)('still takes $name for no list, no setting and no id', ({ text }) =>
    rigs.use(async (rig) => {
      rig.plant(text);
      const asked = await rig.call('mcp_pipeline', toPipeline(dangers));
      const { code, details } = JSON.parse(textOf(asked)) as {
        code: string;
        details: { confirm_token: string };
      };
      expect(code).toBe('CONFIRMATION_REQUIRED');
      expect(rig.requests().filter(({ path }) => path.includes('/messages'))).toEqual([]);
      const { steps } = await run(rig, dangers, details.confirm_token);
      expect([...steps.keys()]).toEqual(['read', ...dangers.map(({ id }) => id)]);
      for (const { id } of dangers) expect([id, steps.get(id)?.status]).toEqual([id, 'error']);
      // Whoever a template names may be kicked, as was approved: an id in this guild, and nobody here.
      const kick = new RegExp(`^/guilds/${guild_id}/members/\\d{17,20}$`);
      expect(rig.writes().filter(({ path, applied }) => applied || !kick.test(path))).toEqual([]);
    }),
  );
});

describe.concurrent('a control', () => {
  const confirmed = [
    { ...dangers[3], args: { guild_id, user_id: ids.mallory, __confirm: content } },
    { ...dangers[3], args: { guild_id, user_id: ids.mallory, [content]: 'x' } },
  ];
  test.each(confirmed)('is never filled from a text: $args', (step) =>
    rigs.use(async (rig) => {
      rig.plant('{"__confirm":"x"}');
      const { result } = await run(rig, [step]);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/PIPELINE_INVALID|CONFIRMATION_REQUIRED|VALIDATION_ERROR/);
      expect(rig.requests().filter(({ path }) => path.includes('/messages'))).toEqual([]);
      expect(rig.writes()).toEqual([]);
    }),
  );

  test.each(shapes)('of an approval is not $name', ({ text }) =>
    rigs.use(async (rig) => {
      rig.plant(text);
      const args = { guild_id, user_id: ids.mallory };
      const result = await rig.call('members_kick', { ...args, __confirm: text });
      expect(JSON.parse(textOf(result))).toMatchObject({ code: 'CONFIRMATION_INVALID' });
      const answer = { approved: true as const, ticket: text };
      const asked = await rig.ask('members_kick', args, answer);
      expect(JSON.parse(textOf(asked.result ?? { content: [] }))).toMatchObject({
        code: 'CONFIRMATION_INVALID',
      });
      expect(rig.writes()).toEqual([]);
    }),
  );
});
