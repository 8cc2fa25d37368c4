import type { RecordVocabulary, Transform } from '../../../src/index.ts';
import { identity, recordToRecord } from '../../../src/index.ts';
import { line, lines, operation, report, transform } from '../vocabulary.ts';

type Numbered = { readonly n: number };

/** A transform that makes a list of values of each, or fails it by throwing a text. */
function shaping(
  name: string,
  shape: (value: unknown, incoming: unknown) => readonly unknown[],
): Transform {
  return transform(name, {
    open: async () => ({
      apply: async (values, incoming) =>
        values.map((value, index) => {
          try {
            return { values: shape(value, incoming[index]) };
          } catch (error) {
            return { failure: { code: 'RECORD_TRANSFORM_FAILED', message: String(error) } };
          }
        }),
      finish: async () => {},
      close: async () => {},
    }),
  });
}

/** Numbers, two systems that know more about them, and what can be done with them. */
export const words: RecordVocabulary = {
  resources: [
    {
      name: 'Numbers',
      description: '',
      operations: [operation('List', { iterates: true, names: ['topic'] })],
    },
    {
      name: 'Book',
      description: '',
      concurrency: 3,
      operations: [
        operation('Look up', { names: ['key'] }),
        operation('Look up again', { names: ['key'], reusable: true }),
        operation('Note', { names: ['text'], effect: 'once' }),
        operation('Sign', { names: ['text'], effect: 'keyed' }),
      ],
    },
    { name: 'Slow', description: '', concurrency: 1, operations: [operation('Ask')] },
    { name: 'Default', description: '', operations: [operation('Fetch')] },
  ],
  transforms: [
    identity,
    recordToRecord,
    lines,
    line,
    report,
    shaping('Even', (value) => ((value as Numbered).n % 2 === 0 ? [value] : [])),
    shaping('Thrice', (value) => [0, 1, 2].map((part) => ({ ...(value as Numbered), part }))),
    shaping('Spread', (value) => Array((value as Numbered).n % 4).fill(value)),
    shaping('Many', (value) => Array((value as Numbered).n).fill(value)),
    shaping('Pair', (value, incoming) => [{ value, incoming }]),
    shaping('NotSeven', (value) => {
      if ((value as Numbered).n % 10 === 7) throw 'No sevens.';
      return [value];
    }),
  ],
};

export const list = { resource: 'Numbers', operation: 'List' };
export const lookUp = { resource: 'Book', operation: 'Look up' };
export const note = { resource: 'Book', operation: 'Note' };
export const sign = { resource: 'Book', operation: 'Sign' };
export const rendered = { transform: 'RecordSetToLines' };
