/** A token, or where to get it when it is first needed. */
export type TokenSource = string | (() => string | undefined) | undefined;

/** What stands in the way of using a token. */
export type TokenProblem =
  | { readonly kind: 'absent' | 'malformed' | 'refused' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * The one place that holds the bot token. Once Discord has refused a token no request leaves with
 * it again, until there is another: set here, or given by the source when it is asked anew.
 */
export class BotToken {
  #source: TokenSource;
  #text: string | undefined;
  #refused: string | undefined;
  #failure: string | undefined;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  /** Replaces the token and forgets that the last one was refused. */
  set(source: TokenSource): void {
    this.#source = source;
    this.#text = undefined;
    this.#refused = undefined;
  }

  /** `undefined` if the token can be used. Asks the source as long as it gave none that can. */
  get problem(): TokenProblem | undefined {
    if (this.#text === undefined || this.#text === this.#refused) this.#ask();
    if (this.#failure !== undefined) return { kind: 'unreadable', reason: this.#failure };
    if (this.#text === undefined) return { kind: 'absent' };
    if (!/^[\x21-\x7e]+$/.test(this.#text)) return { kind: 'malformed' };
    return this.#text === this.#refused ? { kind: 'refused' } : undefined;
  }

  /** The value of the `Authorization` header. */
  get header(): string {
    return `Bot ${this.#text ?? ''}`;
  }

  /** Notes that Discord refused a header; one that has been replaced since does not count. */
  refuse(header: string): void {
    if (header === this.header) this.#refused = this.#text;
  }

  /** The bot's user id, which a token spells in its first part; `undefined` for any other text. */
  get userId(): string | undefined {
    if (this.#text === undefined) this.#ask();
    const first = this.#text?.split('.')[0] ?? '';
    const id = Buffer.from(first, 'base64').toString('latin1');
    return /^\d{17,20}$/.test(id) ? id : undefined;
  }

  /** The bare token, to be looked for where it must not be. */
  get text(): string | undefined {
    return this.#text;
  }

  #ask(): void {
    this.#failure = undefined;
    try {
      this.#text = clean(typeof this.#source === 'function' ? this.#source() : this.#source);
    } catch (error) {
      this.#text = undefined;
      this.#failure = error instanceof Error ? error.message : String(error);
    }
  }
}

function clean(text: string | undefined): string | undefined {
  const bare = text?.trim().replace(/^Bot\s+/i, '');
  return bare === '' ? undefined : bare;
}
