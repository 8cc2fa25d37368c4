import { id } from '@guildline/mcp-core';
import type * as z from 'zod';

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
