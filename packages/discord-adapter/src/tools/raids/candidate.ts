import { untrusted } from '@guildline/mcp-core';
import type { APIGuildMember } from 'discord-api-types/v10';
import * as z from 'zod';
import { toTimestamp } from '../../schema/timestamp.ts';
import type { RaidCandidate } from '../../state/raid-candidates.ts';
import { createdAt } from '../created-since.ts';

/** Names of roles that are kept of one candidate. */
const mostRoles = 5;
/** Milliseconds for which an account counts as new. */
const newFor = 7 * 24 * 60 * 60 * 1000;

/** A candidate before handles are given. */
export type NewCandidate = Omit<RaidCandidate, 'handle' | 'last_number'>;

/** What is looked at of a member. */
export type Suspect = Omit<NewCandidate, 'roles'>;

/** A member as a candidate who has no handle yet. */
export function toSuspect(guildId: string, member: APIGuildMember): Suspect {
  const { user } = member;
  return {
    guild_id: guildId,
    user_id: user.id,
    username: user.username,
    global_name: user.global_name ?? null,
    nick: member.nick ?? null,
    joined_at: toTimestamp(member.joined_at),
    has_avatar: (user.avatar ?? member.avatar ?? null) !== null,
    role_count: member.roles.length,
  };
}

/** The names of some of a member's roles. */
export function nameRoles(
  { roles }: APIGuildMember,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  return roles.slice(0, mostRoles).map((id) => names.get(id) ?? 'unknown role');
}

/** What speaks for a raid, whatever the criteria were. */
const signals = {
  new_when_joined: ({ user_id, joined_at }: RaidCandidate) =>
    joined_at !== null && Date.parse(joined_at) - createdAt(user_id) < newFor,
  no_avatar: ({ has_avatar }: RaidCandidate) => !has_avatar,
  no_roles: ({ role_count }: RaidCandidate) => role_count === 0,
};

/** Names of what speaks for a raid: `new_when_joined` is an account that was under a week old. */
export function signalsOf(candidate: RaidCandidate): string[] {
  return Object.entries(signals).flatMap(([name, isShown]) => (isShown(candidate) ? [name] : []));
}

/** A candidate as a model sees one: a handle in place of an id. */
export function candidateOutput() {
  return z.object({
    handle: z.string(),
    name: untrusted(z.string()),
    username: untrusted(z.string()),
    account_created_at: z.string(),
    joined_at: z.string().nullable(),
    signals: z.array(z.string()),
  });
}

export function toCandidateView(
  candidate: RaidCandidate,
): z.input<ReturnType<typeof candidateOutput>> {
  const { handle, user_id, joined_at } = candidate;
  return {
    handle,
    name: nameOf(candidate),
    username: candidate.username,
    account_created_at: new Date(createdAt(user_id)).toISOString(),
    joined_at,
    signals: signalsOf(candidate),
  };
}

/** The name by which a guild sees somebody. */
export function nameOf({ nick, global_name, username }: RaidCandidate): string {
  return nick ?? global_name ?? username;
}
