import { createHash } from 'node:crypto';
import type { Client } from 'pg';

/** Wordings that a connection tells apart. DBOS and the engine use some forty that have values. */
const maximumPrepared = 200;

/**
 * Makes a client that prepares a statement with values when it comes the second time. To parse and
 * plan a statement is two fifths of what it costs in PGlite.
 */
export function createPreparedClient(Base: typeof Client): typeof Client {
  return class PreparedClient extends Base {
    /** Name of a text that came more than once, or nothing for one that came once. */
    readonly #names = new Map<string, string | undefined>();

    // biome-ignore lint/suspicious/noExplicitAny: the signature of a dozen overloads.
    override query(statement: any, values?: any, done?: any): any {
      const name =
        typeof statement === 'string' && Array.isArray(values) && values.length > 0
          ? this.#nameOf(statement)
          : undefined;
      if (name === undefined) return super.query(statement, values, done);
      return super.query({ name, text: statement, values }, done);
    }

    #nameOf(text: string): string | undefined {
      const known = this.#names.get(text);
      if (known !== undefined || this.#names.size >= maximumPrepared) return known;
      const name = this.#names.has(text)
        ? createHash('sha256').update(text).digest('base64url')
        : undefined;
      this.#names.set(text, name);
      return name;
    }
  };
}
