import type { ReadContext } from '../permissions/bot-view.ts';
import type { Home } from './home.ts';
import { type Homes, UnknownHome } from './homes.ts';
import type { RefusalReason } from './refusal.ts';
import type { ScopeLists } from './scope-lists.ts';

/** How an allow-list judges: nothing if it lets something through. */
export type Verdict = { readonly reason: RefusalReason; readonly retriable?: boolean } | undefined;

/** A caller's lists, for the length of one call. */
export class AllowLists {
  readonly #lists: ScopeLists;
  readonly #homes: Homes;
  readonly #context: ReadContext;

  constructor(lists: ScopeLists, homes: Homes, context: ReadContext) {
    this.#lists = lists;
    this.#homes = homes;
    this.#context = context;
  }

  get limitsGuilds(): boolean {
    return this.#lists.guilds !== undefined;
  }

  get limitsChannels(): boolean {
    return this.#lists.channels !== undefined;
  }

  /** The code of a refusal that says no more than that something could not be judged. */
  get code(): 'GUILD_NOT_ALLOWED' | 'CHANNEL_NOT_ALLOWED' {
    return this.limitsGuilds ? 'GUILD_NOT_ALLOWED' : 'CHANNEL_NOT_ALLOWED';
  }

  async judgeGuild(guildId: string): Promise<Verdict> {
    const { guilds } = this.#lists;
    if (guilds) return guilds.has(guildId) ? undefined : { reason: 'guild-not-listed' };
    return this.#judgeByChannels(guildId);
  }

  /** Judges an object by the guild it is in; where only channels are listed, those decide if it has one. */
  async judgeGuildOf({ guildId, channelId, isEverybodys }: Home): Promise<Verdict> {
    if (isEverybodys || (!this.limitsGuilds && channelId !== undefined)) return undefined;
    if (guildId === undefined) return { reason: 'no-guild' };
    const verdict = await this.judgeGuild(guildId);
    return verdict?.reason === 'guild-not-listed' ? { reason: 'in-other-guild' } : verdict;
  }

  /** True if a channel is on the list itself. */
  holdsChannel(channelId: string): boolean {
    return this.#lists.channels?.has(channelId) ?? true;
  }

  /** Judges a channel by itself and by what it is in. */
  async judgeChannel(channelId: string): Promise<Verdict> {
    const { channels } = this.#lists;
    if (!channels || channels.has(channelId)) return undefined;
    const home = await this.#homes.find({ kind: 'channel', id: channelId }, this.#context);
    return this.judgeParents(home);
  }

  /** Judges a channel that is not on the list itself by what it is in. */
  async judgeParents({ parentId, isThread }: Home): Promise<Verdict> {
    const { channels } = this.#lists;
    if (!channels || (parentId !== undefined && channels.has(parentId))) return undefined;
    if (!isThread || parentId === undefined) return { reason: 'channel-not-listed' };
    const parent = await this.#homes.find({ kind: 'channel', id: parentId }, this.#context);
    const isListed = parent.parentId !== undefined && channels.has(parent.parentId);
    return isListed ? undefined : { reason: 'channel-not-listed' };
  }

  /** Without a list of guilds, those of the listed channels are the ones that may be reached. */
  async #judgeByChannels(guildId: string): Promise<Verdict> {
    const listed = [...(this.#lists.channels ?? [])].map(
      (id) => ({ kind: 'channel', id }) as const,
    );
    const found = await Promise.all(
      listed.map((wanted) =>
        this.#homes.find(wanted, this.#context).catch((error: unknown) => {
          if (error instanceof UnknownHome) return error;
          throw error;
        }),
      ),
    );
    const isOpen = found.some((home) => !(home instanceof UnknownHome) && home.guildId === guildId);
    if (isOpen) return undefined;
    const isUnsure = found.some((home) => home instanceof UnknownHome && home.retriable);
    return isUnsure ? { reason: 'unresolved', retriable: true } : { reason: 'guild-not-listed' };
  }
}
