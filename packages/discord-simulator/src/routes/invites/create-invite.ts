import { createHash } from 'node:crypto';
import { AuditLogEvent } from 'discord-api-types/v10';
import { changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { toInvite } from '../../present/invite.ts';
import { nullish, object, parse } from '../../validate/rule.ts';
import { boolean, choice, integer, snowflake, toTimestamp } from '../../validate/scalars.ts';
import { completeInvite } from '../../world/complete-user.ts';

const MAXIMUM = 1000;
const INVITABLE = new Set([0, 2, 5, 13, 15, 16]);
const rule = object({
  max_age: nullish(integer({ min: 0, max: 5_184_000 })),
  max_uses: nullish(integer({ min: 0, max: 100 })),
  temporary: nullish(boolean()),
  unique: nullish(boolean()),
  target_type: nullish(choice(1, 2)),
  target_user_id: nullish(snowflake()),
  target_application_id: nullish(snowflake()),
});

/** A new invite, or without `unique` one the bot made before with the same terms. */
export function createInvite(context: RequestContext): Answer {
  const { state, actor, authority, param, body, now } = context;
  const channel = authority.requireChannel(param('channel_id'));
  if (!channel.guild_id) throw apiError(50003);
  if (!INVITABLE.has(channel.type)) throw apiError(50024);
  authority.requireInChannel(channel, 'CreateInstantInvite');
  const draft = parse(rule, body);
  const terms = {
    channel_id: channel.id,
    inviter_id: actor.id,
    max_age: draft.max_age ?? 86_400,
    max_uses: draft.max_uses ?? 0,
    temporary: draft.temporary ?? false,
  };
  const known = state.invites
    .of(channel.guild_id)
    .filter(({ expires_at }) => !expires_at || Date.parse(expires_at) > now);
  const same = known.find((invite) =>
    Object.entries(terms).every(([key, value]) => invite[key as keyof typeof terms] === value),
  );
  if (same && !draft.unique) return ok(toInvite(state, same, { full: true }));
  if (known.length >= MAXIMUM) throw apiError(30016);
  const invite = state.invites.add(
    completeInvite({
      ...terms,
      code: newCode(context),
      guild_id: channel.guild_id,
      created_at: toTimestamp(now),
      expires_at: terms.max_age === 0 ? null : toTimestamp(now + terms.max_age * 1000),
    }),
  );
  recordAudit(context, channel.guild_id, {
    action: AuditLogEvent.InviteCreate,
    targetId: null,
    changes: changesOf(invite, 'new_value', [
      'code',
      'channel_id',
      'max_age',
      'max_uses',
      'temporary',
    ]),
  });
  return ok(toInvite(state, invite, { full: true }));
}

function newCode({ ids }: RequestContext): string {
  const digest = createHash('sha256').update(`invite ${ids.internal()}`).digest('base64');
  return digest.replace(/[^A-Za-z0-9]/g, '').slice(0, 8);
}
