import type { Synonyms } from '@guildline/mcp-core';

/** What is said of channels, threads and forum posts. */
export const channelSynonyms: Synonyms = {
  channel: 'room, forum, category, chat',
  thread: 'forum post, discussion, ticket',
  channels_list: `
    ^what channels, ^which channels, ^which … channels, channel list, ^list … channel,
    ^find … channel, id of … channel, structure of, ^show … channels, all channels,
    channels do we have, channels are there, layout of`,
  channels_get: `
    settings of … channel, settings of, permissions on … channel, tags … forum, what … slowmode,
    permissions … channel, who can … channel, what … topic, details of … channel,
    access to … channel, is … slowmode`,
  channels_create: `
    new channel, new … channel, ^make … channel, ^create … channel, ^add … channel, private room,
    ^make … room, ^add … forum, ^create … forum, ^open … category, ^create … category,
    ^add … category, ^make … category, place for, space for, ^set up … room, ^set up … channel,
    ^set up … forum, need … channel, ^set up … category, new category, new forum`,
  channels_modify: `
    slowmode, slow mode, slow down, ^rename … channel, ^lock … channel, lockdown, topic of,
    ^move … channel, ^make … private, ^make … public, nsfw, ^rename, age restricted,
    ^hide … channel, ^unlock … channel, ^change … channel, cooldown, nobody can write,
    only … can write, ^change … topic, read only, channel topic, ^set … topic,
    ^reorder … channels, ^move … category`,
  channels_delete: `
    ^delete … channel, ^remove … channel, get rid of … channel, ^delete … category,
    ^remove … category, ^delete … forum, ^delete … room, ^close … channel, ^remove … room,
    get rid of … room`,
  threads_create: `
    ^start … thread, ^open … forum post, ^create … thread, ^make … thread, new thread,
    ^create … forum post, new forum post, ^open … thread, ^make … forum post, ^start … discussion,
    ^open … ticket, ^post … forum`,
  threads_list_active: `
    active threads, open threads, threads … open, threads … active, ongoing, active … threads,
    ^which threads, ^list … threads, ^show … threads, current threads, ^what … threads,
    ^list … forum posts, open … posts`,
  threads_list_archived: `
    archived, old … threads, closed threads, put away, past threads, old threads, closed … posts,
    threads … archived, solved threads, finished threads`,
  threads_modify: `
    ^lock … thread, ^close … thread, ^rename … thread, ^reopen, ^archive, ^unarchive,
    ^close … post, ^close … ticket, tags of … post, ^change … thread, ^mark … solved, ^tag … post,
    ^lock … post, ^rename … post, ^unlock … thread, solved … thread`,
};
