import { toMark } from './call-key.ts';
import { places } from './places.ts';
import { type Pools, pickRecent, takeOne } from './pools.ts';
import type { Random } from './random.ts';

/** A call as a pipeline's step or a client names it. */
export interface MadeCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a call is made with. */
export interface Making {
  readonly pools: Pools;
  readonly random: Random;
  /** No other call has it. */
  readonly number: number;
}

type Make = (making: Making) => object | undefined;

const { guild: guild_id } = places;
const emojis = [...'😀😁😂😃😄😅😆😉😊😋😌😍😎😏😐😒😓😔😖😘'];

/** Text that is split: each line has the mark, and no two are the same. */
function longText(number: number): string {
  return Array.from(
    { length: 25 },
    (_, line) => `${toMark(number)} ${line} ${'word '.repeat(30)}`,
  ).join('\n');
}

/** Arguments that are right, for every tool that writes; `undefined` if nothing is there to write to. */
const writing: Readonly<Record<string, Make>> = {
  channels_create: ({ random, number }) => ({
    guild_id,
    name: `soak-${number}`,
    ...(random.chance(0.3) && { topic: 'Soaked' }),
  }),
  channels_modify: ({ pools, random, number }) =>
    withId('channel_id', pickRecent(pools.channels, random), { topic: `Topic ${number}` }),
  channels_delete: ({ pools, random }) => withId('channel_id', takeOne(pools.channels, random), {}),
  roles_create: ({ number }) => ({ guild_id, name: `soak ${number}` }),
  roles_modify: ({ pools, random, number }) =>
    withId('role_id', pickRecent(pools.roles, random), { guild_id, name: `soak ${number}` }),
  roles_delete: ({ pools, random }) =>
    withId('role_id', takeOne(pools.roles, random), { guild_id }),
  events_create: ({ number }) => ({
    guild_id,
    name: `Soak ${number}`,
    scheduled_start_time: '2099-01-01T17:00:00Z',
    scheduled_end_time: '2099-01-01T18:00:00Z',
    entity_type: 3,
    entity_metadata: { location: 'Here' },
  }),
  events_modify: ({ pools, random, number }) =>
    withId('event_id', pickRecent(pools.events, random), { guild_id, name: `Soak ${number}` }),
  events_delete: ({ pools, random }) =>
    withId('event_id', takeOne(pools.events, random), { guild_id }),
  invites_create: ({ random, number }) => ({
    channel_id: places.general,
    unique: true,
    max_age: 3600 + number,
    max_uses: random.between(0, 100),
  }),
  threads_create: ({ random, number }) =>
    random.chance(0.3)
      ? {
          channel_id: places.forum,
          name: `soak ${number}`,
          message: { content: `${toMark(number)} A post` },
          applied_tags: ['222233334444666001'],
        }
      : { channel_id: places.general, name: `soak ${number}` },
  threads_modify: ({ pools, random, number }) =>
    withId('channel_id', pickRecent(pools.threads, random), { name: `soak ${number}` }),
  webhooks_create: ({ pools, random, number }) =>
    withId('channel_id', pickRecent(pools.channels, random), { name: `soak ${number}` }),
  webhooks_execute: ({ pools, random, number }) =>
    withId('webhook_id', pickRecent(pools.webhooks, random), textOf(random, number)),
  messages_send: ({ random, number }) => ({
    channel_id: random.pick([places.general, places.announcements]),
    ...textOf(random, number),
  }),
  messages_edit: ({ pools, random, number }) => {
    const place = pickRecent(pools.ownMessages, random);
    return place && { ...place, content: `${toMark(number)} edited` };
  },
  messages_delete: ({ pools, random }) => takeOne(pools.messages, random),
  messages_bulk_delete: ({ pools, random }) => {
    const general = pools.messages.filter(({ channel_id }) => channel_id === places.general);
    const chosen = general.slice(0, random.between(2, 4));
    for (const one of chosen) pools.messages.splice(pools.messages.indexOf(one), 1);
    const messages = chosen.map(({ message_id }) => message_id);
    return messages.length < 2 ? undefined : { channel_id: places.general, messages };
  },
  messages_pin: ({ pools, random }) => {
    const place = takeOne(pools.messages, random);
    if (place) pools.pinned.push(place);
    return place;
  },
  messages_unpin: ({ pools, random }) => takeOne(pools.pinned, random),
  reactions_add: ({ pools, number }) => {
    const message_id = pools.forReactions[Math.floor(number / 20)];
    const emoji = emojis[number % 20];
    if (message_id === undefined || emoji === undefined) return undefined;
    pools.reactions.push({ message_id, emoji });
    return { channel_id: places.rules, message_id, emoji };
  },
  reactions_remove: ({ pools, random }) => {
    const reaction = takeOne(pools.reactions, random);
    if (!reaction) return undefined;
    return { channel_id: places.rules, ...reaction, ...(random.chance(0.3) && { all: true }) };
  },
  members_add_role: ({ pools, random }) => {
    const role_id = pickRecent(pools.roles, random);
    if (role_id === undefined) return undefined;
    const grant = { user_id: random.pick(pools.members), role_id };
    pools.grants.push(grant);
    return { guild_id, ...grant };
  },
  members_remove_role: ({ pools, random }) => {
    const grant = takeOne(pools.grants, random);
    return grant && { guild_id, ...grant };
  },
  members_modify: ({ pools, random, number }) => ({
    guild_id,
    user_id: random.pick(pools.members),
    nick: `nick ${number}`,
  }),
  members_kick: ({ pools, random }) =>
    withId('user_id', takeOne(pools.members, random), { guild_id }),
  members_ban: ({ pools, random }) => {
    const user_id = takeOne(pools.members, random);
    if (user_id !== undefined) pools.banned.push(user_id);
    return withId('user_id', user_id, { guild_id });
  },
  members_bulk_ban: ({ pools, random }) => {
    const user_ids = [takeOne(pools.members, random), takeOne(pools.members, random)];
    return { guild_id, user_ids: user_ids.filter((id) => id !== undefined) };
  },
  members_unban: ({ pools, random }) =>
    withId('user_id', takeOne(pools.banned, random), { guild_id }),
};

/** The tools that take no reason, and whose call has another key. */
const withoutReason = /^(?:messages_send|messages_edit|webhooks_execute|reactions_)/;

/** Every tool that writes, with how often it is called. */
export const writingTools: readonly string[] = Object.keys(writing);

/** A call with right arguments; `undefined` if nothing is there to write to. */
export function makeWrite(tool: string, making: Making): MadeCall | undefined {
  const args = writing[tool]?.(making);
  if (!args) return undefined;
  if (withoutReason.test(tool)) return { tool, args: { ...args } };
  return { tool, args: { ...args, audit_reason: `Soak ${toMark(making.number)}` } };
}

function withId(name: string, id: string | undefined, more: Record<string, unknown>) {
  return id === undefined ? undefined : { [name]: id, ...more };
}

function textOf(random: Random, number: number): { content: string } {
  return { content: random.chance(0.1) ? longText(number) : `${toMark(number)} Hello` };
}
