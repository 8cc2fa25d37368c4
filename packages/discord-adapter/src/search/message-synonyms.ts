import type { Synonyms } from '@guildline/mcp-core';

/** What is said of messages, pins and reactions. */
export const messageSynonyms: Synonyms = {
  message: 'comment, announcement, reply, newsletter, spoiler, link, post',
  reaction: 'emoji, react, thumbs up, vote, check mark',
  pin: 'pinned, sticky',
  messages_send: `
    ^tell, ^announce, ^post, ^publish, ^write, ^reply, ^answer, ^ping, ^send, ^notify, ^remind,
    ^greet, ^welcome, ^say, ^share, let … know, dm, ^message, make … poll, create … poll,
    start … poll, run … poll, post … announcement, make … announcement, respond to, embed`,
  messages_edit: `
    typo, wording, ^reword, ^fix … announcement, ^edit … message, ^edit … post, ^correct,
    ^update … post, ^update … message, ^update … announcement, text of, ^change … message,
    ^change … announcement, ^change … post`,
  messages_delete: `
    ^delete … message, ^remove … message, ^remove … comment, ^remove … post, ^delete … comment,
    ^delete … post, take down, take … down, ^delete … announcement, get rid of … message,
    get rid of … post, get rid of … announcement`,
  messages_bulk_delete: `
    purge, prune, clean up, ^clear … chat, ^clear … channel, ^clear … messages, wipe,
    ^delete … at once, ^delete all, ^delete the last, ^remove all … messages, bulk delete,
    mass delete, clean … chat, flood, ^delete … messages`,
  messages_get: `
    message behind, message link, single message, message … by … id, poll results, won … poll,
    result of … poll, attachments of, linked message, certain message, specific message,
    how many … reactions`,
  messages_read: `
    talking about, talk about, what was said, was said, going on in, discussed, chat history,
    conversation, backlog, scroll back, missed, recent messages, latest messages, last … messages,
    summarize, catch … up, what happened in, what are … saying, read, history of … channel`,
  messages_list_pins: `
    pinned messages, pinned posts, ^show … pin, ^which … pin, ^what … pin, ^list … pin, pins of,
    pins in`,
  messages_pin: '^pin, ^stick, top of the channel, easy to find',
  messages_unpin: '^unpin, ^remove … pin, ^take … off … pin, ^take … pin, ^delete … pin',
  reactions_add: `
    ^react, ^add … emoji, ^add … reaction, ^put … emoji, ^give … thumbs up, ^respond with … emoji,
    ^mark … emoji, ^upvote`,
  reactions_list: `
    ^who … react, ^who … vote, ^who … click, ^which … react, ^list … emoji, ^list … react,
    ^show … react, ^how many … react, ^who … emoji, everybody … emoji`,
  reactions_remove: `
    ^remove … reaction, ^clear … emoji, ^clear … reaction, ^take … reaction, ^delete … reaction,
    ^remove … emoji, ^delete … emoji, ^wipe … reaction`,
};
