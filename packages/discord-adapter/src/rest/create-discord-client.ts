import type { CallContext } from '@guildline/mcp-core';
import type { ConnectDiscord } from '../discord-tool.ts';
import type { BotView, ReadContext } from '../permissions/bot-view.ts';
import { BotToken, type TokenSource } from './bot-token.ts';
import { type ClientLimits, defaultLimits } from './client-limits.ts';
import { createConnect } from './connect.ts';
import { KnownLimits, type RateLimit } from './known-limits.ts';
import { defaultNoTokenMessage } from './refusals.ts';
import { parseTarget, toTemplate } from './route.ts';
import { Sender } from './sender.ts';
import { type Wait, waitForTimer } from './wait.ts';

/** What a client is made from. Everything has a default. */
export interface DiscordClientOptions {
  /**
   * A bot token, with or without `Bot ` before it, or a function that is asked for it at the first
   * request, and again after it threw or Discord refused what it gave. Without a token every call
   * says how to set one.
   */
  readonly token?: TokenSource;
  /** Where the API is, without version. Defaults to `https://discord.com/api`. */
  readonly apiUrl?: string | undefined;
  /** Time of the bounds that last longer than a call. Defaults to the system's, never set back. */
  readonly clock?: CallContext['clock'] | undefined;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** What a call is told when there is no token. */
  readonly noTokenMessage?: string | undefined;
  /** Waits between repetitions and after a 429; rejects when the signal aborts. Defaults to a timer. */
  readonly wait?: Wait | undefined;
  /** Jitter: a number from 0 to 1. Defaults to `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** A connection to Discord's REST API that many calls share. */
export interface DiscordClient {
  /** Gives a tool's call its API; the library is loaded at the first request. */
  readonly connect: ConnectDiscord;
  /** Replaces the token, and forgets that Discord refused the last one. */
  setToken(token: TokenSource): void;
  /**
   * Reads one object outside of a tool's call: a route below `/api/v10`.
   *
   * @throws ToolError
   */
  read<Body>(route: string, context?: ReadContext): Promise<Body>;
  /** A view of guilds, members and channels that remembers for so many milliseconds. */
  view(maximumAgeMs: number): BotView;
  /**
   * The bot's user id.
   *
   * @throws ToolError `DISCORD_UNAUTHORIZED` without a usable token
   */
  botId(): Promise<string>;
  /** What answers have taught about a route's limit: `POST /channels/{channel_id}/messages`. */
  knownLimit(route: string): RateLimit | undefined;
  /** Stops what is under way and lets go of every connection. Later calls are refused. */
  close(): Promise<void>;
}

/** Unlike `Date.now` it cannot be set back while something waits. */
const steadyClock = { now: () => performance.timeOrigin + performance.now() };

/**
 * Makes a client. Nothing heavy is loaded and nothing is sent before the first request.
 *
 * @example
 * const client = createDiscordClient({ token: process.env.DISCORD_TOKEN });
 * const tools = discordTools(client.connect);
 */
export function createDiscordClient(options: DiscordClientOptions = {}): DiscordClient {
  const clock = options.clock ?? steadyClock;
  const knownLimits = new KnownLimits();
  const unbounded = () => ({
    clock,
    deadline: undefined,
    signal: new AbortController().signal,
  });
  const sender = new Sender({
    token: new BotToken(options.token),
    apiUrl: toApiUrl(options.apiUrl),
    limits: { ...defaultLimits, ...definedOnly(options.limits ?? {}) },
    now: () => clock.now(),
    knownLimits,
    wait: options.wait ?? waitForTimer,
    random: options.random ?? Math.random,
    noTokenMessage: options.noTokenMessage ?? defaultNoTokenMessage,
  });
  return {
    connect: createConnect(sender),
    setToken: (token) => sender.token.set(token),
    read: <Body>(route: string, context: ReadContext = unbounded()) =>
      sender.read(route, context) as Promise<Body>,
    view: (maximumAgeMs) => sender.createView(maximumAgeMs),
    botId: () => sender.botId(unbounded()),
    knownLimit: (route) => knownLimits.find(toTemplate(parseTarget(route))),
    close: () => sender.close(),
  };
}

function toApiUrl(url = 'https://discord.com/api'): string {
  return url.replace(/\/+$/, '').replace(/\/v\d+$/, '');
}

function definedOnly(limits: Partial<ClientLimits>): Partial<ClientLimits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
