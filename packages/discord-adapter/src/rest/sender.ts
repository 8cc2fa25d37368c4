import { BotView, type ReadContext } from '../permissions/bot-view.ts';
import type { BotToken } from './bot-token.ts';
import type { ClientLimits } from './client-limits.ts';
import { Gate } from './gate.ts';
import { Holds } from './holds.ts';
import type { KnownLimits } from './known-limits.ts';
import { assertUsable, clientClosed } from './refusals.ts';
import { assertSafeRoute } from './route.ts';
import type { Outgoing, SendSource } from './send.ts';
import type { Watch } from './watch.ts';

/** What a sender is made from. */
export interface SenderSource extends Omit<SendSource, 'transport' | 'gate' | 'holds' | 'live'> {
  readonly apiUrl: string;
  readonly knownLimits: KnownLimits;
}

const viewAgeMs = 2_000;

/** The library and what surrounds it, loaded at the first request. */
interface Loaded {
  readonly send: (outgoing: Outgoing) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Sends requests for everything that shares a client. */
export class Sender {
  readonly token: BotToken;
  readonly limits: ClientLimits;
  /** For finding out why Discord refused; what it saw is used again for a moment only. */
  readonly view: BotView;
  readonly #source: SenderSource;
  readonly #gate: Gate;
  readonly #live = new Set<Watch>();
  #loaded: Promise<Loaded> | undefined;
  #closed = false;
  #botId: { token: string; id: string } | undefined;

  constructor(source: SenderSource) {
    this.#source = source;
    this.token = source.token;
    this.limits = source.limits;
    this.view = this.createView(viewAgeMs);
    this.#gate = new Gate(source);
  }

  /**
   * Sends one request; the parsed body of its answer comes back.
   *
   * @throws ToolError
   */
  async send(outgoing: Outgoing): Promise<unknown> {
    assertSafeRoute(outgoing);
    if (this.#closed) throw clientClosed();
    const authorized = outgoing.request.auth !== false;
    this.#gate.assertMayQueue({ method: outgoing.method, route: outgoing.route, authorized });
    this.#loaded ??= this.#load();
    const { send } = await this.#loaded;
    if (this.#closed) throw clientClosed();
    return send(outgoing);
  }

  /** Reads one object outside of a tool's call. */
  read(route: string, context: ReadContext): Promise<unknown> {
    const repeatability = () => ({ effect: 'read' }) as const;
    return this.send({ method: 'GET', route, request: {}, repeatability, context });
  }

  /** A view through this bot's eyes that remembers for so many milliseconds. */
  createView(maximumAgeMs: number): BotView {
    return new BotView({
      read: (route, context) => this.read(route, context),
      botId: (context) => this.botId(context),
      now: this.#source.now,
      maximumAgeMs,
    });
  }

  /** The bot's user id: from the token's own text, else asked once. */
  async botId(context: ReadContext): Promise<string> {
    assertUsable(this.token, this.#source.noTokenMessage);
    if (this.token.userId !== undefined) return this.token.userId;
    const token = this.token.header;
    if (this.#botId?.token === token) return this.#botId.id;
    const { id } = (await this.read('/users/@me', context)) as { id: string };
    this.#botId = { token, id };
    return id;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const watch of this.#live) watch.stop('closed');
    await (await this.#loaded)?.close();
  }

  async #load(): Promise<Loaded> {
    const [{ createTransport }, { send }] = await Promise.all([
      import('./transport.ts'),
      import('./send.ts'),
    ]);
    const parts = { ...this.#source, gate: this.#gate, holds: new Holds(), live: this.#live };
    const transport = createTransport(parts);
    const source: SendSource = { ...parts, transport };
    return {
      send: (outgoing) => send(source, outgoing),
      close: () => transport.close(),
    };
  }
}
