import { type CallContext, ToolError } from '@guildline/mcp-core';
import type { ReadContext } from '../permissions/bot-view.ts';
import type { DiscordClient } from '../rest/create-discord-client.ts';
import { ExpiringMap } from './expiring-map.ts';
import { type Home, readHome, routeOf, type Wanted } from './home.ts';

/** What homes are looked up with. */
export interface HomesSource {
  readonly client: Pick<DiscordClient, 'read'>;
  readonly clock: CallContext['clock'];
}

const entries = 1_000;
/** A channel stays in its guild, but it can be moved to another category. */
const lifetimeMs = 60_000;
/** Long enough that a caller who insists does not cost a refused request each time. */
const unknownLifetimeMs = 5_000;
const lookupMs = 10_000;

/** Refusals of Discord's that the same question meets again. */
const lasting: ReadonlySet<string> = new Set([
  'DISCORD_NOT_FOUND',
  'DISCORD_PERMISSION_DENIED',
  'DISCORD_INVALID_REQUEST',
  'VALIDATION_ERROR',
]);
/** What has nothing to do with the object that was asked for. */
const ours: ReadonlySet<string> = new Set(['CANCELLED', 'DISCORD_UNAUTHORIZED']);

/** The home of an object could not be found; nothing of what Discord said is in it. */
export class UnknownHome extends Error {
  /** True if the same question may be answered later. */
  readonly retriable: boolean;

  constructor(retriable: boolean) {
    super('The home of an object could not be found.');
    this.retriable = retriable;
  }
}

/** Finds out where objects belong: one GET each, remembered for a while, ids only. */
export class Homes {
  readonly #source: HomesSource;
  readonly #known: ExpiringMap<Home | 'unknown'>;
  /** Questions under way, by the call that waits: one that is cancelled must not fail another. */
  readonly #asking = new WeakMap<ReadContext, Map<string, Promise<Home>>>();

  constructor(source: HomesSource) {
    this.#source = source;
    this.#known = new ExpiringMap({ clock: source.clock, size: entries });
  }

  /**
   * @throws UnknownHome if Discord does not tell
   * @throws ToolError `CANCELLED`, or `DISCORD_UNAUTHORIZED` without a usable token
   */
  async find(wanted: Wanted, context: ReadContext): Promise<Home> {
    const route = routeOf(wanted);
    if (route === undefined) throw new UnknownHome(false);
    const known = this.#known.get(route);
    if (known === 'unknown') throw new UnknownHome(false);
    return known ?? (await this.#askOnce(wanted, route, context));
  }

  /** True if a channel's home is known without asking. */
  knowsChannel(id: string): boolean {
    const known = this.#known.get(routeOf({ kind: 'channel', id }) ?? '');
    return known !== undefined && known !== 'unknown';
  }

  /** Learns the homes of all channels of a guild at once; what fails stays unknown. */
  async learnChannels(guildId: string, context: ReadContext): Promise<void> {
    const route = `/guilds/${guildId}/channels`;
    const channels = await this.#read(route, context).catch(() => undefined);
    if (!Array.isArray(channels)) return;
    for (const body of channels as { readonly id?: unknown }[]) {
      const id = body?.id;
      if (typeof id !== 'string') continue;
      const wanted = { kind: 'channel', id } as const;
      // A list leaves the guild out where it is plain from the question.
      const home = readHome({ ...body, guild_id: guildId }, wanted);
      if (home) this.#known.set(routeOf(wanted) ?? '', home, lifetimeMs);
    }
  }

  #askOnce(wanted: Wanted, route: string, context: ReadContext): Promise<Home> {
    const asking = this.#asking.get(context) ?? new Map<string, Promise<Home>>();
    this.#asking.set(context, asking);
    const asked =
      asking.get(route) ?? this.#ask(wanted, route, context).finally(() => asking.delete(route));
    asking.set(route, asked);
    return asked;
  }

  async #ask(wanted: Wanted, route: string, context: ReadContext): Promise<Home> {
    let body: unknown;
    try {
      body = await this.#read(route, context);
    } catch (error) {
      if (!(error instanceof ToolError)) throw new UnknownHome(false);
      if (ours.has(error.code)) throw error;
      if (lasting.has(error.code)) this.#known.set(route, 'unknown', unknownLifetimeMs);
      throw new UnknownHome(error.retriable);
    }
    const home = readHome(body, wanted);
    this.#known.set(route, home ?? 'unknown', home ? lifetimeMs : unknownLifetimeMs);
    if (!home) throw new UnknownHome(false);
    return home;
  }

  #read(route: string, { signal, clock, deadline }: ReadContext): Promise<unknown> {
    const latest = clock.now() + lookupMs;
    const bounded = { signal, clock, deadline: Math.min(deadline ?? latest, latest) };
    return this.#source.client.read(route, bounded);
  }
}
