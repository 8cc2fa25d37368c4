import { createHash } from 'node:crypto';
import { ok, type RequestContext, type Route, route } from '../http/route.ts';
import { toUser } from '../present/user.ts';

export const applicationRoutes: readonly Route[] = [
  route('GET /applications/@me', getOwnApplication),
];

/** The bot's application; it has the bot's id and is owned by the owner of its first guild. */
function getOwnApplication({ state, actor }: RequestContext) {
  const guilds = state.guilds.all().filter((guild) => state.member(guild.id, actor.id));
  const owner = state.users.get(guilds[0]?.owner_id ?? '') ?? actor;
  return ok({
    id: actor.id,
    name: actor.username,
    icon: null,
    description: '',
    type: null,
    bot: toUser(actor),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: createHash('sha256').update(actor.id).digest('hex'),
    flags: actor.members_intent ? 1 << 15 : 0,
    flags_new: String(actor.members_intent ? 1 << 15 : 0),
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    owner: toUser(owner),
    approximate_guild_count: guilds.length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: [],
  });
}
