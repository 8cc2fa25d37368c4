import type { DBOSSerializer } from '@dbos-inc/dbos-sdk';

/** The value of a step has no form in JSON: a defect of the work, not of the database. */
export class NotJson extends TypeError {
  override readonly name: string = 'NotJson';
}

/**
 * What the engine stores is plain JSON. Its own format refuses keys like `constructor`, which a text
 * from outside may well have.
 */
export const jsonSerializer: DBOSSerializer = {
  name: () => 'guildline_json',
  parse: (text) => (text === null || text === undefined ? null : JSON.parse(text)),
  stringify: (value) => {
    try {
      return JSON.stringify(value ?? null) ?? 'null';
    } catch (error) {
      throw new NotJson(`A step's result cannot be kept as JSON: ${String(error)}`);
    }
  },
};
