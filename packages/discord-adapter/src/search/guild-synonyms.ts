import type { Synonyms } from '@guildline/mcp-core';

/** What is said of servers, their events, invites, webhooks and records, and of accounts. */
export const guildSynonyms: Synonyms = {
  event: `
    meeting, office hours, meetup, game night, movie night, watch party, ama, calendar, party,
    workshop, session, stream, tournament`,
  guild: 'server, community',
  invite: 'join link, invitation',
  webhook: 'hook',
  events_create: `
    ^schedule, ^plan, ^add … event, ^set up … event, new event, ^create … event, ^add … calendar,
    ^organize, ^organise, ^host, ^make … event, ^set up … meeting, ^arrange, every week, recurring`,
  events_list: `
    coming up, upcoming, planned, ^what … calendar, ^which events, ^what events, ^list … event,
    ^show … event, agenda, whats on, next events, scheduled events, ^show … meetings`,
  events_get: `
    interested in, details of … event, ^when does, ^when is, ^where is, attending, signed up,
    rsvp, coming to, one … event, ^how many … event, ^how many … coming, one scheduled event,
    when … start`,
  events_modify: `
    postpone, reschedule, ^move … event, ^start … event, ^cancel, call off, ^end … event,
    ^change … event, ^update … event, event … completed, ^mark … event, ^change … location,
    ^change … time, ^delay, ^push … back, ^change … date, ^rename … event, ^finish … event,
    ^bring forward`,
  events_delete: `
    ^delete … event, ^remove … event, ^erase … event, get rid of … event, ^delete … calendar,
    ^remove … calendar, ^erase … calendar`,
  guild_get: `
    how many members, how many people, member count, owns, owner, general information,
    about … server, about … community, server info, online, boosts, server settings,
    server features, how big`,
  guild_list_mine: `
    ^which servers, ^what servers, servers … in, communities you, guilds do you, ^which guilds,
    ^what guilds, ^list … servers, ^list … communities, you can manage, you have access,
    bot is in, ^list … guilds, all servers, ^which communities`,
  users_get: `
    account with … id, user with … id, whose id, not in … server, name of a user, id belong,
    who has … id, user by id, any user, belongs to, ^who is … id`,
  users_get_current: `
    who are you, which bot, bots own, own id, your id, your name, logged in as, connected as,
    bot account, are you on, about yourself, what bot, bots id, bots name`,
  invites_create: `
    ^make … invite, ^create … invite, join link, link to share, link … join, new invite,
    invite link, ^create … link, ^generate … invite, ^get … link, need … link, ^invite`,
  invites_list: `
    ^which invites, ^show … invite, ^list … invite, active invites, who invited, all … invite,
    invites are, invited, invite … used, existing invites, ^what invites`,
  webhooks_create: `
    ^set up … webhook, ^create … webhook, ^make … hook, ^make … webhook, new webhook,
    ^add … webhook, ^set up … hook, ^create … hook, ^connect`,
  webhooks_execute: `
    different name, another name, custom name, persona, mascot, through … webhook, speak as,
    post as, send as, character, pretend, via … webhook, under … name, with … webhook,
    other avatar, use … webhook, own avatar`,
  audit_log_get: `
    ^who deleted, ^who banned, ^who kicked, ^who changed, ^who created, ^who did, ^who gave,
    ^who removed, ^who renamed, ^who muted, ^who added, ^who made, mod log, ^who unbanned,
    ^who edited, ^who moved, who changed, moderation history, audit, what did … moderators,
    moderators do, moderator did, which admin, which moderator, admin gave, who … responsible,
    what changed, recent changes, ^who … this role, ^see who, ^check who, find out who`,
};
