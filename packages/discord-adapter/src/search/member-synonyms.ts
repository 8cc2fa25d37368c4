import type { Synonyms } from '@guildline/mcp-core';

/** What is said of members, roles and raids. */
export const memberSynonyms: Synonyms = {
  member: 'user, person, people, somebody, player, account, newcomer, guy',
  role: 'rank, badge',
  members_list: `
    all members, list … members, everyone … server, member list, all people, without … role,
    no role, ^list everyone, ^list … people, page by page, each member, every member,
    members have, roster, ^which members, ^show … members`,
  members_search: `
    ^find … member, ^find … user, member called, user called, somebody called, by name,
    ^search … user, ^search … member, nickname starts, ^who is the person, named, id by … name,
    ^find … person, ^look up … user, username, whose name, id of … user`,
  members_get: `
    ^when did … join, join date, roles does … have, roles of … member, still timed out,
    ^is … member, ^is … in our server, ^check … in … server, still muted, how long,
    member profile, certain member, roles … member … have, ^is … still, ^is … in the server,
    one member, details of … member, joined … server`,
  members_modify: `
    mute, timeout, time out, timed out, silence, unmute, deafen, shut up, ^change … nickname,
    ^rename … member, ^rename … user, ^set … nickname, nickname of, ^move … voice, ^disconnect,
    from voice, gag, ^reset … nickname, ^put … timeout, ^kick … voice, cool off, another voice`,
  members_kick: `
    kick, throw … out, boot, without banning, expel, eject, show … door,
    ^remove … from the server, ^remove … from server, ^remove … from our server`,
  members_ban: `
    ^ban, permanently, ^block, come back, never return, banish, forever, get rid of … spammer,
    get rid of … troll, get rid of … scammer, get rid of … harasser, get rid of … user,
    get rid of … member`,
  members_bulk_ban: `
    mass ban, bulk ban, ban … at once, ban all, ban … accounts, ban these, ban … in one go,
    ban … list, ban several, ban many, ban everyone, list of … ids`,
  members_unban: `
    unban, lift … ban, undo … ban, forgive, pardon, banned … again, appeal, revoke … ban,
    let … back, remove … ban, reverse … ban, second chance`,
  members_list_bans: `
    who is banned, ban list, banned users, how many bans, list of bans, ^which … banned,
    ^show … ban, ^list … ban, banned members, ^who … banned here, ^why was … banned`,
  members_add_role: `
    ^give … role, ^assign, ^grant … role, promote, ^hand … role, ^make … moderator, ^make … admin,
    ^add … role to, ^give … rank, ^award, ^make … vip, ^make … mod, ^give … access,
    ^make … helper, ^hand out`,
  members_remove_role: `
    ^take … role, demote, ^strip, ^remove … role from, ^revoke … role, ^take … rank, role away,
    ^unassign, ^remove … rank from, ^remove … roles from`,
  roles_list: `
    ^which roles do we, ^which roles are, ^what roles, all roles, role hierarchy, id of … role,
    list of roles, ^which roles, ^list … roles, ^show … roles, roles … there, ^find … role,
    roles have, order of … roles`,
  roles_create: `
    new role, ^make … role, ^create … role, ^set up … role, ^add … role for, new rank,
    ^create … rank, ^make … rank, ^add … new role, need … role`,
  roles_modify: `
    color of … role, colour of … role, ^rename … role, ^change … role, ^edit … role,
    permission … role, permissions of, ^let moderators, ^let members, ^let everyone, ^let mods,
    separately, ^allow, hoist, role color, role colour, ^let … kick, ^let … ban, ^let … mention,
    ^forbid, ^take … permission, ^give … permission, mentionable, ^move … role, ^update … role,
    role … permission`,
  roles_delete: `
    ^delete … role, get rid of … role, ^remove … unused role, ^remove … role from the server,
    get rid of … ranks, ^delete … rank, ^remove … old role, ^erase … role`,
  raid_scan: `
    being raided, detect, suspicious, recent joiners, new accounts, just joined, look like … bots,
    similar names, ^find … raid, joined in the last, created today, joiners, under attack,
    spam accounts, raid happening, fresh accounts, bot raid, fake accounts, mass join`,
  raid_review: `
    suspects, suspected, go through … candidates, off the list, closer look, spare,
    false positive, candidates, real people, ^drop, innocent, review … raid, keep only`,
  raid_ban: `
    ban … raiders, ban … candidates, ban … raid, raiders … found, raiders … identified,
    throw out … raiders, kick … raiders, ban … suspects, throw … raid, kick … raid`,
};
