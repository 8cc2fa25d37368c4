import { places } from './places.ts';
import type { Random } from './random.ts';
import { type MadeCall, type Making, makeWrite, writingTools } from './writing-calls.ts';

const { guild: guild_id, general: channel_id } = places;

const reads: readonly MadeCall[] = [
  { tool: 'channels_get', args: { channel_id } },
  { tool: 'channels_list', args: { guild_id } },
  { tool: 'guild_get', args: { guild_id } },
  { tool: 'roles_list', args: { guild_id } },
  { tool: 'members_get', args: { guild_id, user_id: places.host } },
  { tool: 'messages_read', args: { channel_id, limit: 2 } },
  { tool: 'users_get_current', args: {} },
  { tool: 'messages_get', args: { channel_id: places.hidden, message_id: '1200000000000000001' } },
];

/** Arguments in the order in which one of them is replaced, the most particular first. */
const idArguments = [
  'message_id',
  'role_id',
  'user_id',
  'event_id',
  'webhook_id',
  'channel_id',
  'guild_id',
] as const;

/** What the bot may not touch, by argument. */
const forbidden: Readonly<Record<string, string>> = {
  role_id: places.adminRole,
  user_id: places.admin,
  channel_id: places.hidden,
  guild_id: places.foreignGuild,
};

/** A call of the mix: a read, or a write with arguments that are right, wrong, forbidden or not there. */
export function makeCall(making: Making): MadeCall {
  const { random } = making;
  if (random.chance(0.15)) return random.pick(reads);
  const call = makeWrite(random.pick(writingTools), making) ?? makeWrite('messages_send', making);
  if (!call) throw new Error('A message can always be sent.');
  switch (random.weighted({ right: 76, wrong: 7, forbidden: 9, absent: 8 })) {
    case 'wrong':
      return { ...call, args: breakArguments(call.args, random) };
    case 'forbidden':
      return { ...call, args: replaceId(call.args, (name) => forbidden[name]) };
    case 'absent':
      return { ...call, args: replaceId(call.args, () => toAbsentId(making.number)) };
    default:
      return call;
  }
}

function breakArguments(args: MadeCall['args'], random: Random): MadeCall['args'] {
  const name = idArguments.find((argument) => argument in args) ?? 'guild_id';
  if (random.chance(0.5)) return { ...args, [name]: 'no id' };
  return { ...args, bogus: true };
}

function replaceId(
  args: MadeCall['args'],
  choose: (name: string) => string | undefined,
): MadeCall['args'] {
  const name = idArguments.find((argument) => argument in args && choose(argument) !== undefined);
  return name === undefined ? args : { ...args, [name]: choose(name) };
}

function toAbsentId(number: number): string {
  return String(100_000_000_000_500_000n + BigInt(number));
}
