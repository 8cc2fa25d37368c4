import { ok, type Route, route } from '../http/route.ts';

export const autoModerationRoutes: readonly Route[] = [
  route('GET /guilds/{guild_id}/auto-moderation/rules', ({ state, authority, param }) => {
    const { guild } = authority.requireInGuild(param('guild_id'), 'ManageGuild');
    return ok(state.autoModerationRules.of(guild.id));
  }),
];
