import { ok, type RequestContext, type Route, route } from '../../http/route.ts';
import { toEvent } from '../../present/event.ts';
import { toMember, toUserById } from '../../present/user.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { boolean, integer, snowflake } from '../../validate/scalars.ts';
import { compareIds } from '../../world/ids.ts';
import { requireEvent } from '../require.ts';
import { createEvent, deleteEvent, modifyEvent } from './write-event.ts';

const ONE = 'guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}';
const countQuery = object({ with_user_count: optional(boolean()) });
const usersQuery = object({
  limit: optional(integer({ min: 1, max: 100 })),
  with_member: optional(boolean()),
  before: optional(snowflake()),
  after: optional(snowflake()),
});

export const eventRoutes: readonly Route[] = [
  route('GET /guilds/{guild_id}/scheduled-events', listEvents),
  route('POST /guilds/{guild_id}/scheduled-events', createEvent),
  route(`GET /${ONE}`, getEvent),
  route(`PATCH /${ONE}`, modifyEvent),
  route(`DELETE /${ONE}`, deleteEvent),
  route(`GET /${ONE}/users`, listUsers),
];

function listEvents({ state, authority, param, query }: RequestContext) {
  const { guild } = authority.requireGuild(param('guild_id'));
  const { with_user_count } = parse(countQuery, query);
  return ok(state.events.of(guild.id).map((event) => toEvent(state, event, with_user_count)));
}

function getEvent(context: RequestContext) {
  const { guild } = context.authority.requireGuild(context.param('guild_id'));
  const { with_user_count } = parse(countQuery, context.query);
  return ok(toEvent(context.state, requireEvent(context, guild.id), with_user_count));
}

function listUsers(context: RequestContext) {
  const { state, authority, param } = context;
  const { guild } = authority.requireGuild(param('guild_id'));
  const event = requireEvent(context, guild.id);
  const { limit = 100, with_member, before, after } = parse(usersQuery, context.query);
  const ids = event.subscriber_ids
    .toSorted(compareIds)
    .filter(
      (id) => (!before || compareIds(id, before) < 0) && (!after || compareIds(id, after) > 0),
    );
  const page = before ? ids.slice(-limit) : ids.slice(0, limit);
  return ok(
    page.map((user_id) => {
      const member = state.member(guild.id, user_id);
      return {
        guild_scheduled_event_id: event.id,
        user_id,
        response: 1,
        user: toUserById(state, user_id),
        ...(with_member && member && { member: toMember(state, member) }),
      };
    }),
  );
}
