import { ApiError } from '../http/api-error.ts';
import { ok, type RequestContext, type Route, route } from '../http/route.ts';
import { toEmoji, toSticker } from '../present/guild.ts';

export const expressionRoutes: readonly Route[] = [
  route('GET /guilds/{guild_id}/emojis', listEmojis),
  route('GET /guilds/{guild_id}/emojis/{emoji_id}', getEmoji),
  route('GET /guilds/{guild_id}/stickers', listStickers),
];

function listEmojis({ state, authority, param }: RequestContext) {
  const { guild } = authority.requireGuild(param('guild_id'));
  return ok(state.emojis.of(guild.id).map((emoji) => toEmoji(state, emoji)));
}

function getEmoji({ state, authority, param }: RequestContext) {
  const { guild } = authority.requireGuild(param('guild_id'));
  const emoji = state.emojis.get(param('emoji_id'));
  if (emoji?.guild_id !== guild.id) throw new ApiError(404, 10014, 'Unknown Emoji');
  return ok(toEmoji(state, emoji));
}

function listStickers({ state, authority, param }: RequestContext) {
  const { guild } = authority.requireGuild(param('guild_id'));
  return ok(state.stickers.of(guild.id).map(toSticker));
}
