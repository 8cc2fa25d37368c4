import type { Pool } from 'pg';

/** One statement in a transaction of its own. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** The statements of a pool. */
export function toQuery(pool: Pool): Query {
  return async <Row>(text: string, values?: readonly unknown[]) => {
    const { rows } = await pool.query(text, values === undefined ? undefined : [...values]);
    return rows as Row[];
  };
}
