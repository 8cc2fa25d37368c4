import type { CallContext } from '@guildline/mcp-core';
import {
  isThread,
  type PermissionChannel,
  type PermissionGuild,
  type PermissionMember,
} from './standing.ts';

/** The part of a call's context that a read keeps to. */
export type ReadContext = Pick<CallContext, 'signal' | 'deadline' | 'clock'>;

/** What is needed to look at Discord through the bot's eyes. */
export interface BotViewSource {
  /** One GET; rejects with a `ToolError`. */
  readonly read: (route: string, context: ReadContext) => Promise<unknown>;
  readonly botId: (context: ReadContext) => Promise<string>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** How old an answer may be that is used again; milliseconds. */
  readonly maximumAgeMs: number;
}

/** A channel with where it belongs. */
export interface SeenChannel extends PermissionChannel {
  readonly id: string;
  /** Absent for direct messages. */
  readonly guild_id?: string | undefined;
  readonly parent_id?: string | null | undefined;
}

/** Where a call happens, and the bot there. */
export interface BotPlace {
  readonly guild: PermissionGuild;
  readonly bot: PermissionMember;
  readonly channel?: SeenChannel | undefined;
  readonly parent?: PermissionChannel | undefined;
  readonly now: number;
}

const maximumEntries = 200;

/** Guilds, members and channels as the bot sees them, remembered for a few seconds. */
export class BotView {
  readonly #source: BotViewSource;
  readonly #seen = new Map<string, { at: number; body: unknown }>();

  constructor(source: BotViewSource) {
    this.#source = source;
  }

  async member(guildId: string, userId: string, context: ReadContext): Promise<PermissionMember> {
    const member = await this.#read(`/guilds/${guildId}/members/${userId}`, context);
    const { roles, communication_disabled_until } = member as Omit<PermissionMember, 'user_id'>;
    return { user_id: userId, roles, communication_disabled_until };
  }

  async channel(id: string, context: ReadContext): Promise<SeenChannel> {
    return (await this.#read(`/channels/${id}`, context)) as SeenChannel;
  }

  /** A channel from its guild's list, which shows those that the bot cannot look at. */
  async listedChannel(
    guildId: string,
    id: string,
    context: ReadContext,
  ): Promise<SeenChannel | undefined> {
    const channels = (await this.#read(`/guilds/${guildId}/channels`, context)) as SeenChannel[];
    return channels.find((channel) => channel.id === id);
  }

  /** The bot in a guild, and in one of its channels where one is given. */
  async place(
    guildId: string,
    channel: SeenChannel | undefined,
    context: ReadContext,
  ): Promise<BotPlace> {
    const guild = (await this.#read(`/guilds/${guildId}`, context)) as PermissionGuild;
    const bot = await this.member(guildId, await this.#source.botId(context), context);
    const parent =
      channel && isThread(channel) && channel.parent_id
        ? await this.channel(channel.parent_id, context)
        : undefined;
    return { guild, bot, channel, parent, now: this.#source.now() };
  }

  async #read(route: string, context: ReadContext): Promise<unknown> {
    const now = this.#source.now();
    const seen = this.#seen.get(route);
    if (seen && now - seen.at < this.#source.maximumAgeMs) return seen.body;
    const body = await this.#source.read(route, context);
    this.#seen.delete(route);
    this.#seen.set(route, { at: this.#source.now(), body });
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= maximumEntries) break;
      this.#seen.delete(oldest);
    }
    return body;
  }
}
