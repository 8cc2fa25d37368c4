import { type CallContext, type ToolDefinition, ToolError } from '@guildline/mcp-core';
import type { Discord, DiscordRequest } from '../discord.ts';
import { explainDenial, isDenial } from '../errors/explain-denial.ts';
import { fieldOf } from './answer.ts';
import { createNonces } from './nonce.ts';
import type { Repeatability } from './retry-policy.ts';
import type { Sender } from './sender.ts';

/** One call of a tool, and what it sends through. */
export interface CallSource {
  readonly sender: Sender;
  readonly tool: ToolDefinition;
  readonly args: unknown;
  readonly context: CallContext;
}

/** The REST API of one call: its deadline, its signal, and retries as its tool's effect allows. */
export class CallDiscord implements Discord {
  readonly nonce: (part: number) => string;
  readonly #source: CallSource;
  /** When a key was first sent; from then on Discord's memory of it runs. */
  #keysSince: number | undefined;
  #applied = 0;

  constructor(source: CallSource) {
    this.#source = source;
    this.nonce = createNonces(source.tool.name, source.args, source.context.idempotencyKey);
  }

  get<Body>(route: string, request: DiscordRequest = {}): Promise<Body> {
    return this.#send('GET', route, request) as Promise<Body>;
  }

  post<Body>(route: string, request: DiscordRequest = {}): Promise<Body> {
    return this.#send('POST', route, request) as Promise<Body>;
  }

  put<Body>(route: string, request: DiscordRequest = {}): Promise<Body> {
    return this.#send('PUT', route, request) as Promise<Body>;
  }

  patch<Body>(route: string, request: DiscordRequest = {}): Promise<Body> {
    return this.#send('PATCH', route, request) as Promise<Body>;
  }

  delete<Body>(route: string, request: DiscordRequest = {}): Promise<Body> {
    return this.#send('DELETE', route, request) as Promise<Body>;
  }

  botId(): Promise<string> {
    return this.#source.sender.botId(this.#source.context);
  }

  async #send(method: string, route: string, request: DiscordRequest): Promise<unknown> {
    const { sender, context } = this.#source;
    const repeatability = this.#repeatability(method, request);
    try {
      const body = await sender.send({ method, route, request, repeatability, context });
      if (method !== 'GET') this.#applied += 1;
      return body;
    } catch (error) {
      throw this.#withEarlierWrites(await this.#explained(error, method, route, request));
    }
  }

  /** Bounded in time: a refusal is told even if its reason cannot be found. */
  async #explained(
    error: unknown,
    method: string,
    route: string,
    { body }: DiscordRequest,
  ): Promise<unknown> {
    const { sender, tool, args, context } = this.#source;
    if (!isDenial(error)) return error;
    const { signal, clock } = context;
    const latest = clock.now() + sender.limits.diagnosisMs;
    const deadline = Math.min(context.deadline ?? latest, latest);
    const denial = { method, route, body, tool, args };
    return explainDenial(error, denial, sender.view, { signal, clock, deadline });
  }

  #repeatability(method: string, { body }: DiscordRequest): () => Repeatability {
    const { tool, context } = this.#source;
    if (method === 'GET') return () => ({ effect: 'read' });
    if (tool.effect !== 'keyed') return () => ({ effect: tool.effect });
    const isKeyed = fieldOf(body, 'enforce_nonce') === true && fieldOf(body, 'nonce') != null;
    if (!isKeyed) return () => ({ effect: 'once' });
    this.#keysSince ??= context.clock.now();
    const until = this.#keysSince + (tool.key_lifetime ?? 0);
    return () => ({ effect: 'keyed', keyLeftMs: until - context.clock.now() });
  }

  /** A call of several writes that stops halfway is neither done nor undone. */
  #withEarlierWrites(error: unknown): unknown {
    const { effect } = this.#source.tool;
    const halfway = this.#applied > 0 && (effect === 'once' || effect === 'keyed');
    if (!(error instanceof ToolError) || !halfway || error.outcome !== 'not_applied') return error;
    return new ToolError({
      code: error.code,
      message: `${error.message} (${this.#applied} earlier ${this.#applied === 1 ? 'write' : 'writes'} of this call succeeded.)`,
      outcome: 'unknown',
      retryAfterMs: error.retryAfterMs,
      details: error.details,
      cause: error,
    });
  }
}
