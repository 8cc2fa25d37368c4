import { type LookupResult, ToolError } from '@guildline/mcp-core';
import {
  type APIRole,
  AuditLogEvent,
  type RESTGetAPIAuditLogResult,
  Routes,
} from 'discord-api-types/v10';
import type * as z from 'zod';
import type { Discord } from '../../discord.ts';
import { toPermissionBits } from '../../schema/permission-set.ts';
import { createdAt, creationSpan, judgeCreated } from '../created-since.ts';
import { type roleOutput, toNamedRole } from './role.ts';
import type { roleArguments } from './role-arguments.ts';

type Wanted = z.output<z.ZodObject<ReturnType<typeof roleArguments>>> & {
  readonly guild_id: string;
};

/**
 * Looks for the role that a lost call may have created. A role does not say who made it; the audit
 * log does, and without it a role that fits leaves the outcome unsure.
 */
export async function findCreatedRole(
  wanted: Wanted,
  since: number,
  discord: Discord,
): Promise<LookupResult<z.input<ReturnType<typeof roleOutput>>>> {
  const roles = await discord.get<APIRole[]>(Routes.guildRoles(wanted.guild_id));
  const { from, to } = creationSpan(since);
  const alike = roles.filter(
    (role) => isAlike(role, wanted) && createdAt(role.id) >= from && createdAt(role.id) <= to,
  );
  if (alike.length === 0) return { outcome: 'absent' };
  const creators = await readCreators(wanted.guild_id, discord);
  if (!alike.every(({ id }) => creators.has(id))) return { outcome: 'unsure' };
  const botId = await discord.botId();
  const own = alike.filter(({ id }) => creators.get(id) === botId);
  return judgeCreated(own, since, toNamedRole);
}

function isAlike(role: APIRole, wanted: Wanted): boolean {
  return (
    !role.managed &&
    role.name.trim() === (wanted.name ?? 'new role').trim() &&
    role.color === (wanted.color ?? 0) &&
    role.hoist === (wanted.hoist ?? false) &&
    role.mentionable === (wanted.mentionable ?? false) &&
    (wanted.permissions === undefined || role.permissions === toPermissionBits(wanted.permissions))
  );
}

/** Who created which role, as far as the last hundred entries tell; empty without the permission. */
async function readCreators(guildId: string, discord: Discord): Promise<Map<string, string>> {
  const query = { action_type: AuditLogEvent.RoleCreate, limit: 100 };
  try {
    const route = Routes.guildAuditLog(guildId);
    const log = await discord.get<RESTGetAPIAuditLogResult>(route, { query });
    const pairs = log.audit_log_entries.map(({ target_id, user_id }) => [target_id, user_id]);
    return new Map(pairs.filter((pair): pair is [string, string] => pair.every(Boolean)));
  } catch (error) {
    if (error instanceof ToolError && error.code === 'DISCORD_PERMISSION_DENIED') return new Map();
    throw error;
  }
}
