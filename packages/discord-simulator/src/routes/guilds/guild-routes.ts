import { apiError } from '../../http/api-error.ts';
import { ok, type RequestContext, type Route, route } from '../../http/route.ts';
import { toChannel } from '../../present/channel.ts';
import { toGuild, toGuildWithCounts } from '../../present/guild.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { boolean } from '../../validate/scalars.ts';
import { isThread } from '../../world/complete-channel.ts';
import { compareIds } from '../../world/ids.ts';

export const guildRoutes: readonly Route[] = [
  route('GET /guilds/{guild_id}', getGuild),
  route('GET /guilds/{guild_id}/channels', listChannels),
];

/** A guild without the bot is told as unknown here, and as out of reach on every other route. */
function getGuild({ state, actor, param, query }: RequestContext) {
  const guild = state.guilds.get(param('guild_id'));
  if (!guild || !state.member(guild.id, actor.id)) throw apiError(10004);
  const { with_counts } = parse(object({ with_counts: optional(boolean()) }), query);
  return ok(with_counts ? toGuildWithCounts(state, guild) : toGuild(state, guild));
}

/** Every channel but threads, also those the bot cannot see: Discord lists them all. */
function listChannels({ state, actor, authority, param }: RequestContext) {
  const { guild } = authority.requireGuild(param('guild_id'));
  const channels = state.channels
    .of(guild.id)
    .filter((channel) => !isThread(channel))
    .sort((a, b) => a.position - b.position || compareIds(a.id, b.id));
  return ok(channels.map((channel) => toChannel(state, channel, actor.id)));
}
