import { apiError } from '../http/api-error.ts';
import { ok, type RequestContext, type Route, route } from '../http/route.ts';
import { toChannel } from '../present/channel.ts';
import { toOwnUser, toUser } from '../present/user.ts';
import { object, optional, parse } from '../validate/rule.ts';
import { boolean, integer, snowflake } from '../validate/scalars.ts';
import { completeChannel } from '../world/complete-channel.ts';
import { compareIds } from '../world/ids.ts';

export const userRoutes: readonly Route[] = [
  route('GET /users/@me', ({ actor }) => ok(toOwnUser(actor))),
  route('GET /users/{user_id}', ({ state, param }) => {
    const user = state.users.get(param('user_id'));
    if (!user) throw apiError(10013);
    return ok(toUser(user));
  }),
  route('GET /users/@me/guilds', listOwnGuilds),
  route('POST /users/@me/channels', openDirectChannel),
];

const guildsQuery = object({
  limit: optional(integer({ min: 1, max: 200 })),
  before: optional(snowflake()),
  after: optional(snowflake()),
  with_counts: optional(boolean()),
});

function listOwnGuilds({ state, actor, authority, query }: RequestContext) {
  const { limit = 200, before, after, with_counts } = parse(guildsQuery, query);
  const guilds = state.guilds
    .all()
    .filter((guild) => state.member(guild.id, actor.id))
    .sort((left, right) => compareIds(left.id, right.id))
    .filter(({ id }) => !after || compareIds(id, after) > 0)
    .filter(({ id }) => !before || compareIds(id, before) < 0);
  const page = before && !after ? guilds.slice(-limit) : guilds.slice(0, limit);
  return ok(
    page.map((guild) => ({
      id: guild.id,
      name: guild.name,
      icon: guild.icon,
      banner: null,
      owner: guild.owner_id === actor.id,
      permissions: String(authority.inGuild(guild.id)),
      features: guild.features,
      ...(with_counts && {
        approximate_member_count: state.members.of(guild.id).length,
        approximate_presence_count: Math.ceil(state.members.of(guild.id).length / 3),
      }),
    })),
  );
}

function openDirectChannel({ state, ids, actor, body }: RequestContext) {
  const { recipient_id } = parse(object({ recipient_id: snowflake() }), body);
  const recipient = state.users.get(recipient_id);
  if (!recipient) throw apiError(10013);
  if (recipient.id === actor.id) throw apiError(50033);
  if (recipient.bot) throw apiError(50007);
  const known = state.channels
    .of('')
    .find(({ recipient_ids }) =>
      [actor.id, recipient_id].every((id) => recipient_ids.includes(id)),
    );
  const channel =
    known ??
    state.channels.add(
      completeChannel({ id: ids.next(), type: 1, recipient_ids: [actor.id, recipient_id] }),
    );
  return ok(toChannel(state, channel, actor.id));
}
