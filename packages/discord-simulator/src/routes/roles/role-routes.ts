import { AuditLogEvent } from 'discord-api-types/v10';
import { changesBetween, changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { noContent, ok, type RequestContext, type Route, route } from '../../http/route.ts';
import { toRole } from '../../present/role.ts';
import { nullish, type Output, object, parse } from '../../validate/rule.ts';
import { boolean, integer, permissionBits, text } from '../../validate/scalars.ts';
import { completeRole } from '../../world/complete-guild.ts';
import type { RoleRecord } from '../../world/guild-records.ts';
import { compareIds } from '../../world/ids.ts';
import { requireRole } from '../require.ts';
import { moveRoles } from './move-roles.ts';

const MAXIMUM = 250;
const COLOR = integer({ min: 0, max: 0xff_ff_ff });
const AUDITED = ['name', 'permissions', 'color', 'hoist', 'mentionable'] as const;

const roleRule = object({
  name: nullish(text({ min: 1, max: 100 })),
  permissions: nullish(permissionBits()),
  color: nullish(COLOR),
  colors: nullish(object({ primary_color: COLOR })),
  hoist: nullish(boolean()),
  mentionable: nullish(boolean()),
  unicode_emoji: nullish(text({ max: 100 })),
});

export const roleRoutes: readonly Route[] = [
  route('GET /guilds/{guild_id}/roles', listRoles),
  route('GET /guilds/{guild_id}/roles/{role_id}', getRole),
  route('GET /guilds/{guild_id}/roles/member-counts', countMembers),
  route('POST /guilds/{guild_id}/roles', createRole),
  route('PATCH /guilds/{guild_id}/roles', moveRoles),
  route('PATCH /guilds/{guild_id}/roles/{role_id}', modifyRole),
  route('DELETE /guilds/{guild_id}/roles/{role_id}', deleteRole),
];

function listRoles({ state, authority, param }: RequestContext) {
  const { guild } = authority.requireGuild(param('guild_id'));
  return ok(
    state.roles
      .of(guild.id)
      .sort((a, b) => compareIds(a.id, b.id))
      .map(toRole),
  );
}

function getRole(context: RequestContext) {
  const { guild } = context.authority.requireGuild(context.param('guild_id'));
  return ok(toRole(requireRole(context, guild.id)));
}

/** Members per role id; `@everyone` is not counted. */
function countMembers({ state, authority, param }: RequestContext) {
  const { guild } = authority.requireGuild(param('guild_id'));
  const counts = new Map(state.roles.of(guild.id).map(({ id }) => [id, 0]));
  counts.delete(guild.id);
  for (const id of state.members.of(guild.id).flatMap(({ roles }) => roles)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return ok(Object.fromEntries(counts));
}

function createRole(context: RequestContext) {
  const { state, ids, authority, param, body } = context;
  const { guild } = authority.requireInGuild(param('guild_id'), 'ManageRoles');
  const draft = parse(roleRule, body);
  const roles = state.roles.of(guild.id);
  if (roles.length >= MAXIMUM) throw apiError(30005);
  const permissions = draft.permissions ?? BigInt(state.everyone(guild.id).permissions);
  authority.requireOwned(authority.inGuild(guild.id), draft.permissions ?? 0n);
  for (const other of roles) {
    if (other.position > 0) state.roles.update(other, { position: other.position + 1 });
  }
  const role = state.roles.add(
    completeRole({
      id: ids.next(),
      guild_id: guild.id,
      position: 1,
      ...toFields(draft),
      permissions: String(permissions),
    }),
  );
  recordAudit(context, guild.id, {
    action: AuditLogEvent.RoleCreate,
    targetId: role.id,
    changes: changesOf(role, 'new_value', AUDITED),
  });
  return ok(toRole(role));
}

function modifyRole(context: RequestContext) {
  const { state, authority, param, body } = context;
  const { guild, member } = authority.requireInGuild(param('guild_id'), 'ManageRoles');
  const role = requireRole(context, guild.id);
  authority.requireAboveRole(member, role);
  const draft = parse(roleRule, body);
  const added = (draft.permissions ?? 0n) & ~BigInt(role.permissions);
  authority.requireOwned(authority.inGuild(guild.id), added);
  const before = { ...role };
  const { name, ...fields } = toFields(draft);
  state.roles.update(role, role.id === guild.id || !name ? fields : { name, ...fields });
  const changes = changesBetween(before, role, AUDITED);
  if (changes.length > 0) {
    recordAudit(context, guild.id, {
      action: AuditLogEvent.RoleUpdate,
      targetId: role.id,
      changes,
    });
  }
  return ok(toRole(role));
}

function deleteRole(context: RequestContext) {
  const { state, authority, param } = context;
  const { guild, member } = authority.requireInGuild(param('guild_id'), 'ManageRoles');
  const role = requireRole(context, guild.id);
  if (role.id === guild.id || role.managed) throw apiError(50028);
  authority.requireAboveRole(member, role);
  for (const holder of state.members.of(guild.id)) {
    state.members.update(holder, { roles: holder.roles.filter((id) => id !== role.id) });
  }
  for (const channel of state.channels.of(guild.id)) {
    const permission_overwrites = channel.permission_overwrites.filter(({ id }) => id !== role.id);
    state.channels.update(channel, { permission_overwrites });
  }
  for (const other of state.roles.of(guild.id)) {
    if (other.position > role.position) {
      state.roles.update(other, { position: other.position - 1 });
    }
  }
  state.roles.remove(role.id);
  recordAudit(context, guild.id, {
    action: AuditLogEvent.RoleDelete,
    targetId: role.id,
    changes: changesOf(role, 'old_value', AUDITED),
  });
  return noContent();
}

function toFields(draft: Output<typeof roleRule>): Partial<RoleRecord> {
  const { name, permissions, hoist, mentionable, unicode_emoji } = draft;
  const color = draft.colors?.primary_color ?? draft.color;
  return {
    ...(name && { name }),
    ...(permissions !== undefined && permissions !== null && { permissions: String(permissions) }),
    ...(color !== undefined && { color: color ?? 0 }),
    ...(hoist !== undefined && { hoist: hoist ?? false }),
    ...(mentionable !== undefined && { mentionable: mentionable ?? false }),
    ...(unicode_emoji !== undefined && { unicode_emoji: unicode_emoji || null }),
  };
}
