import { type PermissionRequirement, ToolError } from '@guildline/mcp-core';
import { type APIGuildMember, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { requireChange } from '../../schema/require-change.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { timestamp } from '../../schema/timestamp.ts';
import { updateMember } from '../../state/known-members.ts';
import { memberOutput, toMember } from './member.ts';

/** The permission that each change needs. */
const permissionOf = {
  communication_disabled_until: 'MODERATE_MEMBERS',
  nick: 'MANAGE_NICKNAMES',
  roles: 'MANAGE_ROLES',
  mute: 'MUTE_MEMBERS',
  deaf: 'DEAFEN_MEMBERS',
  channel_id: 'MOVE_MEMBERS',
} as const;

const longestTimeout = 28 * 24 * 60 * 60 * 1000;

export const membersModify = defineDiscordTool({
  name: 'members_modify',
  category: 'members',
  title: 'Change a member',
  description:
    'Changes a member: nickname, timeout, the whole set of roles, or in voice mute, deafness and channel. Each change needs its own permission. To give or take a single role use members_add_role or members_remove_role. Returns the member.',
  input: () =>
    requireChange(
      z.strictObject({
        guild_id: snowflake('guild'),
        user_id: snowflake('user'),
        nick: z.string().min(1).max(32).nullable().describe('null removes it.').optional(),
        roles: z
          .array(snowflake('role'))
          .max(250)
          .describe('Replaces all roles of the member.')
          .optional(),
        mute: z.boolean().optional(),
        deaf: z.boolean().optional(),
        channel_id: snowflake('channel')
          .nullable()
          .describe('Voice channel to move to; null disconnects.')
          .optional(),
        communication_disabled_until: timestamp()
          .nullable()
          .describe('End of a timeout, at most 28 days ahead; null lifts it.')
          .optional(),
        audit_reason: auditReason(),
      }),
      ['guild_id', 'user_id', 'audit_reason'],
    ),
  output: memberOutput,
  effect: 'idempotent',
  stores: {
    members: (member, { args, previous }) => updateMember(previous, args.guild_id, member),
  },
  permissions: [Object.values(permissionOf)],
  permissionsFor: (args) => permissionsOf(args),
  reach: () => ({ members: 1 }),
  routes: [
    'PATCH /guilds/{guild_id}/members/{user_id}',
    'PATCH /guilds/{guild_id}/members/@me',
    'GET /guilds/{guild_id}/members/{user_id}',
  ],
  run: async ({ guild_id, user_id, audit_reason, ...changes }, discord, context) => {
    checkTimeout(changes.communication_disabled_until, context.clock.now());
    // Nobody stands above themselves, so Discord has a route of its own for the bot's own nickname.
    const isOwnNick = changesOnlyNick(changes) && user_id === (await discord.botId());
    const member = await discord.patch<APIGuildMember | undefined>(
      Routes.guildMember(guild_id, isOwnNick ? undefined : user_id),
      { body: changes, reason: audit_reason },
    );
    if (member?.user) return toMember(member);
    // Discord may answer 204 without a body.
    return toMember(
      await discord
        .get<APIGuildMember>(Routes.guildMember(guild_id, user_id))
        .catch(reportAsApplied),
    );
  },
});

function reportAsApplied(error: unknown): never {
  if (!(error instanceof ToolError)) throw error;
  const { code, retriable, retryAfterMs, details } = error;
  const message = `The member was changed; reading them again failed: ${error.message}`;
  throw new ToolError({
    code,
    message,
    retriable,
    outcome: 'applied',
    retryAfterMs,
    details,
    cause: error,
  });
}

function changesOnlyNick(changes: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(changes).every(
    ([name, value]) => (name === 'nick') === (value !== undefined),
  );
}

function permissionsOf(args: Readonly<Record<string, unknown>>): PermissionRequirement[] {
  return Object.entries(permissionOf).flatMap(([name, permission]) =>
    args[name] === undefined ? [] : [permission],
  );
}

function checkTimeout(until: string | null | undefined, now: number): void {
  if (until === null || until === undefined) return;
  const ahead = Date.parse(until) - now;
  if (ahead > 0 && ahead <= longestTimeout) return;
  const latest = new Date(now + longestTimeout).toISOString();
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message:
      ahead <= 0
        ? `communication_disabled_until: ${until} is in the past. Give a time up to ${latest}, or null to lift the timeout.`
        : `communication_disabled_until: ${until} is more than 28 days ahead. The latest is ${latest}.`,
  });
}
