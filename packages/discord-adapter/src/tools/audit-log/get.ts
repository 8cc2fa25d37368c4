import { type RESTGetAPIAuditLogResult, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { cursor, limit, nextCursor } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { idAt } from '../created-since.ts';
import { toActionNumber } from './action-names.ts';
import { entryOutput, toEntry } from './entry.ts';

export const auditLogGet = defineDiscordTool({
  name: 'audit_log_get',
  category: 'audit_log',
  title: 'Read the audit log',
  description:
    "Reads who changed what in a guild during the last 45 days, newest first, page by page; with after, the oldest entry comes first. Filter by the acting user, the action or a time. Entries hold the action's number and name, the target's id, the reason and the changed values. Messages that people send are not in it.",
  input: () =>
    z
      .strictObject({
        guild_id: snowflake('guild'),
        user_id: snowflake('user').describe('Who acted.').optional(),
        target_id: snowflake('target').describe('What was acted on.').optional(),
        action_type: action().optional(),
        before: moment().optional(),
        after: moment().optional(),
        limit: limit(100, 50),
        cursor: cursor(),
      })
      .refine(({ before, after }) => before === undefined || after === undefined, {
        path: ['after'],
        error: 'Discord takes before or after, not both: leave one out.',
      }),
  output: () => z.object({ entries: z.array(entryOutput()), next_cursor: z.string().optional() }),
  effect: 'read',
  permissions: ['VIEW_AUDIT_LOG'],
  routes: ['GET /guilds/{guild_id}/audit-logs'],
  run: async (args, discord) => {
    const { guild_id, user_id, target_id, action_type, limit, cursor } = args;
    const log = await discord.get<RESTGetAPIAuditLogResult>(Routes.guildAuditLog(guild_id), {
      query: {
        user_id,
        target_id,
        action_type: typeof action_type === 'string' ? toActionNumber(action_type) : action_type,
        ...toSpan(args, cursor),
        limit,
      },
    });
    const users = new Map(log.users.map((user) => [user.id, user]));
    return {
      entries: log.audit_log_entries.map((entry) => toEntry(entry, users)),
      ...nextCursor(log.audit_log_entries, limit, ({ id }) => id),
    };
  },
});

function action() {
  return z
    .union([z.int().min(1), z.string()], {
      error: 'Expected the number or the name of an action, such as 22 or MEMBER_BAN_ADD.',
    })
    .refine((value) => typeof value === 'number' || toActionNumber(value) !== undefined, {
      error: (issue) =>
        `Discord has no action "${issue.input}". Names are such as MEMBER_BAN_ADD or CHANNEL_DELETE.`,
    })
    .describe('Number or name, such as MEMBER_BAN_ADD.');
}

/** A place in the log: the id of an entry, or a time. */
function moment() {
  return z
    .string()
    .refine((value) => isId(value) || isTime(value), {
      error: 'Expected the id of an entry, or a time such as 2030-01-31T17:00:00Z.',
    })
    .describe('Entry id or ISO 8601 time.');
}

function isId(value: string): boolean {
  return /^\d{17,20}$/.test(value);
}

function isTime(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** The next page goes on in the direction of the first. */
function toSpan(
  { before, after }: { readonly before?: string | undefined; readonly after?: string | undefined },
  cursor: string | undefined,
): { readonly before?: string; readonly after?: string } {
  if (after !== undefined) return { after: cursor ?? toId(after) };
  const end = cursor ?? (before === undefined ? undefined : toId(before));
  return end === undefined ? {} : { before: end };
}

function toId(value: string): string {
  return isId(value) ? value : idAt(Date.parse(value));
}
