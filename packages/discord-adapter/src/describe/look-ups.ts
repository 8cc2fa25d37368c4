import { ToolError } from '@guildline/mcp-core';
import type { ReadContext } from '../permissions/bot-view.ts';
import type { DiscordClient } from '../rest/create-discord-client.ts';

/** Requests that the description of one call may cost. */
const budget = 15;
/** Requests that all calls of one batch may cost together. */
const sharedBudget = 30;
/** Milliseconds that it may take: a person waits for it. */
const patienceMs = 5_000;

/** What was found, or why nothing was. */
export type Found<Body> = { readonly body: Body } | { readonly why: Missing };

/** `absent`: Discord knows no such object; `failed`: it did not tell; `unasked`: enough was asked. */
export type Missing = 'absent' | 'failed' | 'unasked';

/** What the calls of one batch share. */
interface Shared {
  readonly found: Map<string, Promise<Found<unknown>>>;
  left: number;
}

/** The reads behind the description of one call: each at most once, bounded in number and time. */
export class LookUps {
  readonly #client: Pick<DiscordClient, 'read'>;
  readonly #context: ReadContext;
  readonly #shared: Shared;
  #asked = 0;

  constructor(
    client: Pick<DiscordClient, 'read'>,
    { signal, clock, deadline }: ReadContext,
    shared: Shared = { found: new Map(), left: sharedBudget },
  ) {
    const latest = clock.now() + patienceMs;
    this.#client = client;
    this.#context = { signal, clock, deadline: Math.min(deadline ?? latest, latest) };
    this.#shared = shared;
  }

  /** For another call of the same batch: what was found is known, and the time goes on. */
  another(): LookUps {
    return new LookUps(this.#client, this.#context, this.#shared);
  }

  /** Never rejects. */
  find<Body>(route: string): Promise<Found<Body>> {
    const { found } = this.#shared;
    const known = found.get(route);
    if (known !== undefined) return known as Promise<Found<Body>>;
    if (this.#asked >= budget || this.#shared.left <= 0) return Promise.resolve({ why: 'unasked' });
    this.#asked += 1;
    this.#shared.left -= 1;
    const asked = this.#ask(route);
    found.set(route, asked);
    return asked as Promise<Found<Body>>;
  }

  async #ask(route: string): Promise<Found<unknown>> {
    try {
      const body = await this.#client.read<unknown>(route, this.#context);
      return typeof body === 'object' && body !== null ? { body } : { why: 'failed' };
    } catch (error) {
      const isAbsent = error instanceof ToolError && error.code === 'DISCORD_NOT_FOUND';
      return { why: isAbsent ? 'absent' : 'failed' };
    }
  }
}

/** Why a name is missing, in words. */
export function explainMissing(why: Missing): string {
  return reasons[why];
}

const reasons = {
  absent: 'not found',
  failed: 'could not be looked up',
  unasked: 'not looked up',
} as const;
