import * as z from 'zod';
import {
  type CallContext,
  defineTool,
  type Effect,
  id,
  type LookupResult,
  type ToolDefinition,
  ToolError,
} from '../../src/index.ts';
import type { ManualClock } from '../fakes.ts';

/** How long the platform remembers a key, in milliseconds. */
export const keyLifetime = 120_000;

/** A call on its way: before it arrives, and after it was carried out but before its answer is back. */
export type Moment = 'sent' | 'answered';

/** What a test does to a call at a moment: throw, wait, advance the clock, cancel. */
export type Interfere = (moment: Moment, call: PlatformCall) => Promise<void> | void;

export interface PlatformCall {
  readonly tool: string;
  readonly name: string;
  readonly context: CallContext;
}

/** A thing that the platform holds. */
export interface Thing {
  readonly tool: string;
  readonly name: string;
  readonly at: number;
  readonly key: string;
}

/**
 * A platform that does exactly what it is told, with one tool of each effect. A request that arrives
 * is carried out, whether or not somebody still waits for the answer.
 */
export class Platform {
  readonly things: Thing[] = [];
  /** Every request that arrived, in order: `things_make a`. */
  readonly requests: string[] = [];
  /** Requests that are still under way, and when they arrive. */
  readonly #late: { readonly at: number; readonly arrive: () => void }[] = [];
  readonly #clock: ManualClock;
  interfere: Interfere = () => undefined;
  readonly tools: readonly ToolDefinition[];

  constructor(clock: ManualClock) {
    this.#clock = clock;
    this.tools = [
      this.#writing('things_make', 'once', { lookup: (name, since) => this.#find(name, since) }),
      this.#writing('things_fire', 'once', {}),
      this.#writing('things_blur', 'once', { lookup: () => ({ outcome: 'unsure' }) }),
      this.#writing('things_post', 'keyed', { lookup: (name, since) => this.#find(name, since) }),
      this.#writing('things_put', 'idempotent', {}),
      this.#writing('things_drop', 'once', { destructive: true }),
      this.#listing(),
    ];
  }

  /** How many things of that name there are. */
  count(name: string): number {
    this.#deliver();
    return this.things.filter((thing) => thing.name === name).length;
  }

  /** Sends a request that arrives later, if nobody is there any more to take it back. */
  arriveLater(call: PlatformCall, delay: number): void {
    const at = this.#clock.now() + delay;
    this.#late.push({ at, arrive: () => this.#carryOut(call, at) });
    this.#late.sort((one, other) => one.at - other.at);
  }

  #deliver(): void {
    const now = this.#clock.now();
    while (this.#late[0] && this.#late[0].at <= now) this.#late.shift()?.arrive();
  }

  #carryOut({ tool, name, context }: PlatformCall, at = this.#clock.now()): Thing {
    const { idempotencyKey: key } = context;
    this.requests.push(`${tool} ${name}`);
    const known = this.things.find(
      (thing) =>
        thing.tool === tool &&
        (tool === 'things_put'
          ? thing.name === name
          : tool === 'things_post' && thing.key === key && at - thing.at < keyLifetime),
    );
    if (known) return known;
    const thing = { tool, name, at, key };
    this.things.push(thing);
    return thing;
  }

  #find(name: string, since: number): LookupResult<{ thing_id: string; name: string }> {
    this.#deliver();
    const index = this.things.findIndex((thing) => thing.name === name && thing.at >= since);
    if (index < 0) return { outcome: 'absent' };
    return { outcome: 'applied', result: { thing_id: `t${index}`, name } };
  }

  #writing(
    tool: string,
    effect: Effect,
    {
      lookup,
      destructive = false,
    }: {
      lookup?: (name: string, since: number) => LookupResult<{ thing_id: string; name: string }>;
      destructive?: boolean;
    },
  ): ToolDefinition {
    return defineTool({
      name: tool,
      category: 'things',
      title: tool,
      description: `Makes a thing (${effect}).`,
      input: () => z.strictObject({ guild_id: id('guild').optional(), name: z.string().max(300) }),
      output: () => z.object({ thing_id: z.string(), name: z.string() }),
      effect,
      destructive,
      ...(effect === 'keyed' ? { key_lifetime: keyLifetime } : {}),
      ...(lookup && {
        lookup: async ({ name }: { readonly name: string }, since: number) => lookup(name, since),
      }),
      run: async ({ name }, context) => {
        const call = { tool, name, context };
        await this.interfere('sent', call);
        this.#deliver();
        const thing = this.#carryOut(call);
        await this.interfere('answered', call);
        return { thing_id: `t${this.things.indexOf(thing)}`, name };
      },
    });
  }

  #listing(): ToolDefinition {
    return defineTool({
      name: 'things_list',
      category: 'things',
      title: 'List things',
      description: 'Lists the things.',
      input: () => z.strictObject({ guild_id: id('guild').optional() }),
      output: () => z.object({ names: z.array(z.string()), count: z.int() }),
      effect: 'read',
      run: async (_args, context) => {
        await this.interfere('sent', { tool: 'things_list', name: '', context });
        this.requests.push('things_list');
        this.#deliver();
        const names = this.things.map(({ name }) => name);
        return { names, count: names.length };
      },
    });
  }
}

/** A refusal that changed nothing, as a 403. */
export function refusal(more: { retriable?: boolean; retryAfterMs?: number } = {}): ToolError {
  return new ToolError({
    code: 'DISCORD_PERMISSION_DENIED',
    message: 'Missing MANAGE_THINGS.',
    ...more,
  });
}

/** A call whose answer was lost. */
export function lost(): ToolError {
  return new ToolError({
    code: 'DISCORD_TIMEOUT',
    message: 'No complete answer came before the deadline.',
    outcome: 'unknown',
  });
}
