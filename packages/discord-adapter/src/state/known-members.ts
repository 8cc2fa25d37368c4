import { untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import { changeItems, rememberItems } from './known-items.ts';

/** Members that are remembered at most, of all guilds together. */
const maximum = 2000;

/** A member as they are remembered. */
function knownMember() {
  return z.object({
    guild_id: z.string(),
    user_id: z.string(),
    username: untrusted(z.string()),
    global_name: untrusted(z.string()).nullable(),
    nick: untrusted(z.string()).nullable(),
    bot: z.boolean(),
    joined_at: z.string().nullable(),
  });
}

type KnownMember = z.output<ReturnType<typeof knownMember>>;
type FoundMember = Omit<KnownMember, 'guild_id'>;

/** The state field `members`. */
export function knownMembers(): z.ZodArray<ReturnType<typeof knownMember>> {
  return z.array(knownMember());
}

/** Adds members of a guild, or what is known anew of them. */
export function rememberMembers(
  known: unknown,
  guildId: string,
  found: readonly FoundMember[],
): unknown {
  const members = found.map((member) => toKnown(guildId, member));
  return rememberItems(known, members, {
    keyOf: ({ guild_id, user_id }) => `${guild_id}/${user_id}`,
    maximum,
  });
}

/** Changes a member who is known; nothing if they are not. */
export function updateMember(known: unknown, guildId: string, changed: FoundMember): unknown {
  return changeItems<KnownMember>(known, (member) =>
    member.guild_id === guildId && member.user_id === changed.user_id
      ? toKnown(guildId, changed)
      : member,
  );
}

/** Takes out people who are no members any more. */
export function forgetMembers(
  known: unknown,
  guildId: string,
  userIds: readonly string[],
): unknown {
  const gone = new Set(userIds);
  return changeItems<KnownMember>(known, (member) =>
    member.guild_id === guildId && gone.has(member.user_id) ? undefined : member,
  );
}

function toKnown(guild_id: string, member: FoundMember): KnownMember {
  const { user_id, username, global_name, nick, bot, joined_at } = member;
  return { guild_id, user_id, username, global_name, nick, bot, joined_at };
}
