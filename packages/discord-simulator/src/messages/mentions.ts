import { list } from '../validate/collections.ts';
import { nullish, type Output, object, type Rule } from '../validate/rule.ts';
import { boolean, choice, snowflake } from '../validate/scalars.ts';
import type { ChannelRecord } from '../world/channel-records.ts';
import type { MessageRecord } from '../world/message-records.ts';
import type { State } from '../world/state.ts';

const fields = object({
  parse: nullish(list(choice('users', 'roles', 'everyone'))),
  users: nullish(list(snowflake(), { max: 100 })),
  roles: nullish(list(snowflake(), { max: 100 })),
  replied_user: nullish(boolean()),
});

export type AllowedMentions = Output<typeof fields>;

/** `allowed_mentions`; a kind is either parsed or listed. */
export const allowedMentionsRule: Rule<AllowedMentions> = (value, spot) => {
  const allowed = fields(value, spot);
  for (const kind of ['users', 'roles'] as const) {
    if (allowed?.parse?.includes(kind) && allowed[kind] && allowed[kind].length > 0) {
      spot.fail(
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      );
    }
  }
  return allowed;
};

export interface MentionSource {
  readonly content: string;
  readonly allowed: AllowedMentions | null | undefined;
  /** The author of the message that is replied to. */
  readonly repliedTo: string | undefined;
  /** Whether the sender has `MENTION_EVERYONE`. */
  readonly mayPingAll: boolean;
}

/** Whom a message pings: what its text names, as far as it is allowed and the sender may. */
export function findMentions(
  state: State,
  channel: ChannelRecord,
  { content, allowed, repliedTo, mayPingAll }: MentionSource,
): Pick<MessageRecord, 'mentions' | 'mention_roles' | 'mention_everyone'> {
  const users = named(content, /<@!?(\d{1,20})>/g).filter(
    (id) => state.users.has(id) && isAllowed(allowed, 'users', id),
  );
  if (repliedTo && (allowed ? allowed.replied_user === true : true)) users.push(repliedTo);
  const roles = named(content, /<@&(\d{1,20})>/g).filter((id) => {
    const role = state.roles.get(id);
    const pingable = role?.guild_id === channel.guild_id && (role?.mentionable || mayPingAll);
    return pingable && isAllowed(allowed, 'roles', id);
  });
  const everyone = !allowed || (allowed.parse ?? []).includes('everyone');
  return {
    mentions: [...new Set(users)],
    mention_roles: roles,
    mention_everyone: everyone && mayPingAll && /@(everyone|here)\b/.test(content),
  };
}

function isAllowed(
  allowed: AllowedMentions | null | undefined,
  kind: 'users' | 'roles',
  id: string,
): boolean {
  if (!allowed) return true;
  return (allowed.parse ?? []).includes(kind) || (allowed[kind] ?? []).includes(id);
}

function named(content: string, pattern: RegExp): string[] {
  return [...new Set([...content.matchAll(pattern)].map(([, id]) => id ?? ''))];
}
