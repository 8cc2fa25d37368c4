import { ToolError, type ToolErrorFields } from '@guildline/mcp-core';
import type { BotPlace, BotView, ReadContext, SeenChannel } from '../permissions/bot-view.ts';
import { missingPermissions } from '../permissions/missing-permissions.ts';
import { permissionBits, toPermissionNames } from '../permissions/permission-names.ts';
import { formatRequirements, requiredPermissions } from '../permissions/required-permissions.ts';
import {
  basePermissions,
  effectivePermissions,
  isTimedOut,
  type PermissionMember,
} from '../permissions/standing.ts';
import { type Denial, type DenialSubject, subjectOf } from './denial.ts';
import { explainHierarchy } from './hierarchy-error.ts';

type Finding = Pick<ToolErrorFields, 'code' | 'message'> & { readonly missing?: readonly string[] };

const deniedCodes: ReadonlySet<unknown> = new Set([50001, 50013]);

/** True if the error is a refusal whose reason Discord does not tell. */
export function isDenial(error: unknown): error is ToolError {
  return (
    error instanceof ToolError &&
    error.code === 'DISCORD_PERMISSION_DENIED' &&
    deniedCodes.has((error.details as { discord_code?: unknown } | undefined)?.discord_code)
  );
}

/**
 * Finds out why Discord refused: a missing permission by name, or the hierarchy with both sides.
 * Asks with a few reads; whatever goes wrong with them, the refusal itself is what comes back, with
 * the permissions that the tool needs.
 */
export async function explainDenial(
  error: ToolError,
  denial: Denial,
  view: BotView,
  context: ReadContext,
): Promise<ToolError> {
  const finding = await find(denial, view, context).catch(() => undefined);
  const { code, message, missing } = finding ?? general(error, denial);
  const details = { ...(error.details as object), ...(missing && { missing }) };
  return new ToolError({ code, message, outcome: error.outcome, details, cause: error });
}

async function find(
  denial: Denial,
  view: BotView,
  context: ReadContext,
): Promise<Finding | undefined> {
  const subject = subjectOf(denial);
  const channel = await findChannel(subject, view, context);
  if (channel === 'hidden') return hidden(subject);
  const guildId = channel?.guild_id ?? subject.guildId;
  if (guildId === undefined) return undefined;
  const place = await view.place(guildId, channel, context);
  const finding =
    timedOut(place) ?? missing(denial, place) ?? missingToGrant(place, subject.granted);
  if (finding) return finding;
  const target =
    subject.userId === undefined
      ? undefined
      : await view.member(guildId, subject.userId, context).catch(() => undefined);
  return hierarchy(place, subject, target) ?? unreachable(denial, place, subject, target);
}

async function findChannel(
  { channelId, guildId }: DenialSubject,
  view: BotView,
  context: ReadContext,
): Promise<SeenChannel | 'hidden' | undefined> {
  if (channelId === undefined) return undefined;
  try {
    return await view.channel(channelId, context);
  } catch (error) {
    if (!isDenial(error)) return undefined;
    if (guildId === undefined) return 'hidden';
    return (await view.listedChannel(guildId, channelId, context)) ?? 'hidden';
  }
}

function hidden({ channelId }: DenialSubject): Finding {
  return {
    code: 'DISCORD_PERMISSION_DENIED',
    message: `Missing VIEW_CHANNEL (or the bot is not in the guild of channel ${channelId})`,
    missing: ['VIEW_CHANNEL'],
  };
}

function timedOut({ guild, bot, now }: BotPlace): Finding | undefined {
  const exempt = (basePermissions(guild, bot) & permissionBits.ADMINISTRATOR) !== 0n;
  if (exempt || !isTimedOut(bot, now)) return undefined;
  return {
    code: 'DISCORD_PERMISSION_DENIED',
    message: `The bot is timed out in guild ${guild.id} until ${bot.communication_disabled_until}. Someone with MODERATE_MEMBERS can lift that.`,
  };
}

function missing(denial: Denial, place: BotPlace): Finding | undefined {
  const names = missingPermissions(requiredPermissions(denial.tool, denial.args), place, place.bot);
  if (names.length === 0) return undefined;
  return {
    code: 'DISCORD_PERMISSION_DENIED',
    message: `Missing ${names.join(', ')}`,
    missing: names,
  };
}

/** Nobody can hand out a permission that they do not have. */
function missingToGrant(place: BotPlace, granted: bigint): Finding | undefined {
  const names = toPermissionNames(granted & ~effectivePermissions(place, place.bot));
  if (names.length === 0) return undefined;
  return {
    code: 'DISCORD_PERMISSION_DENIED',
    message: `Missing ${names.join(', ')}: the bot can only hand out or take away permissions that it has itself`,
    missing: names,
  };
}

function hierarchy(
  place: BotPlace,
  subject: DenialSubject,
  target: PermissionMember | undefined,
): Finding | undefined {
  const message = explainHierarchy(place, subject, target);
  return message === undefined ? undefined : { code: 'DISCORD_HIERARCHY', message };
}

/** What no permission and no place in the hierarchy allows. */
function unreachable(
  { body }: Denial,
  { guild }: BotPlace,
  { roleIds, newRoles }: DenialSubject,
  target: PermissionMember | undefined,
): Finding | undefined {
  const managed = guild.roles.find(
    ({ id, managed }) => managed && [...roleIds, ...(newRoles ?? [])].includes(id),
  );
  if (managed) {
    return {
      code: 'DISCORD_PERMISSION_DENIED',
      message: `Role ${managed.id} belongs to an integration and cannot be given, taken or deleted by hand. Choose another role.`,
    };
  }
  const timesOut =
    typeof body === 'object' && body !== null && 'communication_disabled_until' in body;
  const isAdministrator =
    target && (basePermissions(guild, target) & permissionBits.ADMINISTRATOR) !== 0n;
  if (!timesOut || !isAdministrator) return undefined;
  return {
    code: 'DISCORD_PERMISSION_DENIED',
    message: `Member ${target.user_id} has ADMINISTRATOR, and administrators cannot be timed out. Take the role away first.`,
  };
}

function general(error: ToolError, { tool, args, method, route }: Denial): Finding {
  const required = formatRequirements(requiredPermissions(tool, args));
  const needs = required === '' ? '' : ` ${tool.name} needs ${required}.`;
  const isMemberList = method === 'GET' && /^\/guilds\/\d+\/members$/.test(route);
  const intent = isMemberList
    ? ' Listing members also needs the Server Members Intent, which is turned on in the Developer Portal (Bot).'
    : '';
  return { code: 'DISCORD_PERMISSION_DENIED', message: `${error.message}${needs}${intent}` };
}
