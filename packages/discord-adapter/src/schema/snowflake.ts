import { id, marks } from '@guildline/mcp-core';
import * as z from 'zod';

/** What a Discord id can name. A thread is a channel, a bot is a user. */
export type SnowflakeKind =
  | 'application'
  | 'attachment'
  | 'channel'
  | 'emoji'
  | 'event'
  | 'guild'
  | 'message'
  | 'role'
  | 'role or user'
  | 'sticker'
  | 'tag'
  | 'target'
  | 'user'
  | 'webhook';

/** A Discord id argument: 17 to 20 digits as a string, marked with what it names. */
export function snowflake(kind: SnowflakeKind): z.ZodString {
  return id(kind, /^\d{17,20}$/);
}

/**
 * An id in a result, marked with what it names; unlike an argument it is taken as it comes. Only the
 * ids by which an item of a list belongs to a guild or channel are marked: allow-lists leave out what
 * they do not hold. A `parent channel` is what the item's channel is in.
 */
export function reference(kind: SnowflakeKind | 'parent channel'): z.ZodString {
  const schema = z.string();
  marks.add(schema, { refersTo: kind });
  return schema;
}
