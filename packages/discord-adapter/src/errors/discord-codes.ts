import type { ErrorCode } from '@guildline/mcp-core';

/** What one of Discord's error codes means here, and what helps. */
export interface DiscordCode {
  readonly code: ErrorCode;
  /** One or two sentences: what to do next. */
  readonly hint: string;
}

/**
 * Discord's JSON error codes that call for more than the HTTP status tells. Source: the page "Opcodes
 * and Status Codes" of Discord's documentation.
 */
export const discordCodes: ReadonlyMap<number, DiscordCode> = new Map(
  Object.entries<DiscordCode>({
    10002: notFound('Check the application id.'),
    10003: notFound('Check the channel id; channels_list shows the channels of a guild.'),
    10004: notFound('Check the guild id, and that the bot is a member of the guild.'),
    10006: notFound('The invite is wrong, expired or was deleted.'),
    10007: notFound('This user is no member of the guild; members_search finds members by name.'),
    10008: notFound('The message was deleted, or is in another channel.'),
    10009: notFound('The channel has no overwrite for this role or member.'),
    10011: notFound('Check the role id; roles_list shows the roles of a guild.'),
    10012: unauthorized('Check the token.'),
    10013: notFound('Check the user id; members_search finds members by name.'),
    10014: notFound(
      'Write a Unicode emoji as itself, and a custom one as name:id. The bot must be in a guild that has it.',
    ),
    10015: notFound('The webhook was deleted; create one or use another.'),
    10026: notFound('This user is not banned.'),
    10057: notFound('Check the template code.'),
    10060: notFound('Check the sticker id.'),
    10061: notFound('Check the sticker pack id.'),
    10062: notFound('The interaction has expired or was answered.'),
    10063: notFound('Check the application command id.'),
    10065: notFound('Check the voice state; the member may be in no voice channel.'),
    10067: notFound('Check the stage instance.'),
    10068: notFound('The guild has no membership screening form.'),
    10069: notFound('The guild has no welcome screen.'),
    10070: notFound('Check the event id; events_list shows the scheduled events of a guild.'),
    10087: notFound('Check the tag id; channels_get shows the tags of a forum.'),
    20001: refused('Bots may not do this; a person has to.'),
    20002: refused('Only bots may do this.'),
    20009: refused('Explicit content cannot be sent to this person.'),
    20012: denied('The bot is not authorized for this application.'),
    20016: rateLimited('The channel is in slow mode; wait, or grant the bot BYPASS_SLOWMODE.'),
    20018: refused('Only the owner of the account may do this.'),
    20022: rateLimited('Announcements are edited too often; wait.'),
    20024: refused('The account is under the minimum age.'),
    20028: rateLimited('The channel is written to too fast; wait.'),
    20029: rateLimited('The guild is written to too fast; wait.'),
    20031: refused('The text holds words that Discord does not allow here; write it differently.'),
    20035: refused('The boost level of the guild is too low for this.'),
    30001: refused('The bot is in as many guilds as Discord allows.'),
    30003: refused('The channel has 250 pins, the most there can be; unpin a message first.'),
    30005: refused('The guild has 250 roles, the most there can be; delete a role first.'),
    30007: refused('The channel has 15 webhooks, the most there can be; delete one first.'),
    30008: refused('The guild has as many emoji as it may; delete one first.'),
    30010: refused('The message has 20 different reactions, the most there can be.'),
    30013: refused('The guild has 500 channels, the most there can be; delete one first.'),
    30015: refused('A message takes at most 10 attachments; send the rest in another message.'),
    30016: refused('The guild has 1,000 invites, the most there can be; delete some first.'),
    30018: refused('The guild has as many animated emoji as it may; delete one first.'),
    30019: refused('The guild has as many members as it may.'),
    30030: refused('The guild has as many categories as it may; delete one first.'),
    30031: refused('The guild has a template already; change that one.'),
    30032: refused('There are as many application commands as there may be.'),
    30033: refused('The thread has as many participants as it may.'),
    30034: refused('As many application commands were created today as may be; wait for tomorrow.'),
    30035: refused('As many people who are no members are banned as may be; unban some first.'),
    30037: refused('Bans were fetched too often; wait and fetch fewer.'),
    30038: refused(
      'The guild has 100 scheduled and active events, the most there can be; delete or end one first.',
    ),
    30039: refused('The guild has as many stickers as it may; delete one first.'),
    30040: rateLimited('Members were pruned too often; wait.'),
    30042: refused('The guild widget was changed too often; wait.'),
    30045: refused('The guild has as many sounds as it may; delete one first.'),
    30046: rateLimited('Old messages were edited too often; wait, or send a new one.'),
    30047: refused('The forum has as many pinned threads as it may; unpin one first.'),
    30048: refused('The forum has as many tags as it may; delete one first.'),
    30052: refused('The bitrate is too high for this guild; lower it.'),
    30058: refused('The guild has as many webhooks as it may; delete one first.'),
    30060: refused('The channel has 1,000 permission overwrites, the most there can be.'),
    30061: refused('The channels of the guild are too large; delete some first.'),
    40001: unauthorized('Discord wants another authorization for this.'),
    40002: refused('The account of the application has to be verified first.'),
    40003: rateLimited('Direct messages are opened too fast; wait.'),
    40004: refused('Discord has turned off sending messages for this bot.'),
    40005: refused('The request is too large; send fewer or smaller files.'),
    40006: unavailable('Discord has turned this off for now; call again later.'),
    40007: refused('The user is banned from the guild; members_unban lifts the ban.'),
    40009: refused('Move one channel into another category at a time.'),
    40012: refused('The connection was revoked.'),
    40032: refused('The member is in no voice channel; the member has to join one first.'),
    40033: refused('The message was published already.'),
    40041: refused('An application command of this name exists already; change that one.'),
    40043: refused('The interaction could not be sent.'),
    40058: refused(
      'A forum takes no messages of its own: make a post with threads_create, or send into one of its threads.',
    ),
    40060: refused('The interaction was answered already.'),
    40061: refused('Two tags have the same name; give each its own.'),
    40062: rateLimited('The service is used too often; wait.'),
    40066: refused(
      'The forum has no tags that the bot may set; someone who may moderate has to set one.',
    ),
    40067: refused('The forum wants a tag on every post; pass one of its tag ids as applied_tags.'),
    40094: refused('The interaction has as many follow-ups as it may.'),
    40333: {
      code: 'DISCORD_BLOCKED',
      hint: 'Cloudflare, in front of Discord, blocks this address. Stop for an hour, then find out which calls were refused again and again.',
    },
    50001: denied('The bot cannot see this. Check that it is in the guild and has VIEW_CHANNEL.'),
    50002: refused('This kind of account cannot do that.'),
    50003: refused('This does not work in direct messages; use a channel of a guild.'),
    50004: refused('The guild widget is off.'),
    50005: refused(
      "Only its author may edit a message; the bot can edit its own, and delete others'.",
    ),
    50006: refused('A message needs content, an embed, a file, a sticker, a poll or components.'),
    50007: refused(
      'This user takes no direct messages from the bot: they are closed, or the bot is blocked.',
    ),
    50008: refused('This channel takes no messages; choose a text channel or a thread.'),
    50009: denied("The guild's verification level keeps the bot out."),
    50010: refused('The application has no bot.'),
    50013: denied("Give the bot's role the permission, in the guild or in the channel."),
    50014: unauthorized('Check the token.'),
    50016: refused('Delete between 2 and 100 messages at once; one alone with messages_delete.'),
    50019: refused('A message can only be pinned in the channel it was sent in.'),
    50020: refused('The invite code is wrong or taken.'),
    50021: refused('This message was written by Discord itself; choose another.'),
    50024: refused('This does not work in a channel of this type; channels_get tells the type.'),
    50025: unauthorized('Check the OAuth2 access token.'),
    50026: denied('The application lacks an OAuth2 scope; invite the bot again with it.'),
    50027: refused('The webhook token is wrong: check it, or make a new webhook.'),
    50028: refused(
      'The role cannot be used here; @everyone and roles of integrations cannot be given.',
    ),
    50033: refused('One of the recipients is wrong.'),
    50034: refused(
      'Messages older than 14 days cannot be deleted at once; delete them one by one with messages_delete.',
    ),
    50035: refused('Correct the fields and call again.'),
    50036: refused('The invite leads to a guild that the bot is not in.'),
    50041: refused('This version of the API is not served any more; update Guildline.'),
    50045: refused('The file is larger than this guild allows; send a smaller one.'),
    50046: refused('The file is not of a kind that Discord takes here.'),
    50055: refused('Check the guild; it cannot be used for this.'),
    50067: refused('The request came with a wrong origin.'),
    50068: refused('This does not work with a message of this type.'),
    50073: refused('A system webhook cannot be changed.'),
    50074: refused(
      'A community guild needs this channel; choose another one in its settings first.',
    ),
    50080: refused('The stickers of the message cannot be edited.'),
    50081: refused('A sticker is wrong, or from a guild that the bot cannot use.'),
    50083: refused('The thread is archived; unarchive it with threads_modify first.'),
    50084: refused('The thread notification settings are wrong.'),
    50085: refused('The `before` value is earlier than the thread.'),
    50086: refused('Community channels have to be text channels.'),
    50091: refused('The event has another entity type.'),
    50097: refused('The guild needs monetization for this.'),
    50101: refused('The guild needs more boosts for this.'),
    50109: refused('The request was no JSON. Please report this.'),
    50110: refused('The file is wrong.'),
    50123: refused('The file type is wrong.'),
    50124: refused('The video is too long.'),
    50131: refused('The owner cannot be a pending member.'),
    50132: refused('Ownership cannot be moved to a bot.'),
    50138: refused('The image could not be brought to the wanted size; send another.'),
    50146: refused('The uploaded file was not found; upload it again.'),
    50151: refused('The emoji is wrong.'),
    50159: refused('A voice message takes no other content.'),
    50160: refused('A voice message takes exactly one audio file.'),
    50161: refused('A voice message needs metadata of its audio.'),
    50162: refused('Voice messages cannot be edited.'),
    50173: denied('The bot needs SEND_VOICE_MESSAGES in this channel.'),
    50178: refused('The account has to be verified first.'),
    50192: refused('The length of the audio file cannot be read; send another.'),
    50278: refused('The bot shares no guild with this user, so it cannot send direct messages.'),
    50600: denied('The bot may not send this sticker.'),
    60003: denied(
      'The guild asks for two-factor authentication: the owner of the bot has to turn it on in their own account.',
    ),
    80004: notFound('No user has this tag.'),
    90001: denied('Someone who reacts here has blocked the bot.'),
    90002: refused('Burst reactions cannot be used here.'),
    110000: unavailable('The search index is being built; call again in a moment.'),
    130000: unavailable('Discord is overloaded; call again later.'),
    150006: refused('The stage is open already.'),
    160002: denied(
      'To reply the bot needs READ_MESSAGE_HISTORY; send without a reply, or grant it.',
    ),
    160004: refused('This message has a thread already; its id is the id of the message.'),
    160005: refused(
      'The thread is locked; unlock it with threads_modify, which needs MANAGE_THREADS.',
    ),
    160006: refused('The guild has as many active threads as it may; archive some first.'),
    160007: refused(
      'The guild has as many active announcement threads as it may; archive some first.',
    ),
    160009: denied('To refer to a message the bot needs READ_MESSAGE_HISTORY in its channel.'),
    160010: refused('A message of an age-restricted channel cannot be referred to elsewhere.'),
    160014: refused('A message whose content the bot cannot read cannot be forwarded.'),
    170001: refused('The Lottie file is wrong.'),
    170002: refused('The Lottie file holds a picture of dots.'),
    170003: refused('The sticker has too many frames a second.'),
    170004: refused('The sticker has too many frames.'),
    170005: refused('The Lottie animation is larger than it may be.'),
    170006: refused('The sticker has to have between 5 and 400 frames a second.'),
    170007: refused('The sticker is longer than 5 seconds.'),
    180000: refused('A finished event cannot be changed; create a new one.'),
    180002: refused('The stage for the event could not be made.'),
    200000: refused('AutoMod blocked the text; write it differently, or change the rule.'),
    200001: refused('AutoMod blocked the title; write it differently, or change the rule.'),
    220001: refused(
      'A webhook in a forum needs thread_name for a new post, or thread_id for an old one.',
    ),
    220002: refused('Pass thread_name or thread_id, not both.'),
    220003: refused('Only webhooks in forums can make threads; leave out thread_name.'),
    220004: refused('Webhooks do not take these in a forum.'),
    240000: refused('The text holds a harmful link; remove it.'),
    400001: refused('This guild may not upload files for now.'),
    500000: refused('None of the users could be banned: they may be above the bot, or gone.'),
    520000: refused('Voting in this poll is blocked.'),
    520001: refused('The poll has ended.'),
    520004: refused('The emoji of an answer cannot be used; choose another.'),
    520002: refused('This channel takes no polls; choose a text channel or a thread.'),
    520003: refused('A message with a poll cannot be edited; send a new one.'),
    520006: refused('The message has no poll to end.'),
  }).map(([code, entry]) => [Number(code), entry]),
);

function notFound(hint: string): DiscordCode {
  return { code: 'DISCORD_NOT_FOUND', hint };
}

function refused(hint: string): DiscordCode {
  return { code: 'DISCORD_INVALID_REQUEST', hint };
}

function denied(hint: string): DiscordCode {
  return { code: 'DISCORD_PERMISSION_DENIED', hint };
}

function unauthorized(hint: string): DiscordCode {
  return { code: 'DISCORD_UNAUTHORIZED', hint };
}

function rateLimited(hint: string): DiscordCode {
  return { code: 'DISCORD_RATE_LIMITED', hint };
}

function unavailable(hint: string): DiscordCode {
  return { code: 'DISCORD_UNAVAILABLE', hint };
}
