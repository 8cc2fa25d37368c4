import type { JsonSchema } from '../check/step-tools.ts';
import { RecordError } from './record-error.ts';
import type { DataRecord, Transform, TransformOutcome, TypeName } from './transform.ts';

/** A transform that is a function of one value. */
export interface TransformSource {
  readonly name: string;
  readonly description: string;
  readonly input: TypeName | undefined;
  readonly output: TypeName | undefined;
  readonly settings: JsonSchema;
  checkSettings(settings: DataRecord): ReturnType<Transform['checkSettings']>;
  /**
   * Makes the function for one run. It gives the shaped value, from the value and what came into its
   * step, and changes neither.
   *
   * @returns a function that throws a {@link RecordError} for a value it cannot shape
   */
  prepare(settings: DataRecord): (value: unknown, incoming: unknown) => unknown;
}

/** Makes a transform of a function: one value in, one value out. */
export function defineTransform(source: TransformSource): Transform {
  const { name, description, input, output, settings } = source;
  return {
    name,
    description,
    input,
    output,
    terminal: 'none',
    settings,
    checkSettings: (given) => source.checkSettings(given),
    open: async (given) => {
      const shape = source.prepare(given);
      return {
        apply: async (values, incoming) =>
          values.map((value, index) => shapeSafely(shape, value, incoming[index])),
        finish: async () => {},
        close: async () => {},
      };
    },
  };
}

function shapeSafely(
  shape: (value: unknown, incoming: unknown) => unknown,
  value: unknown,
  incoming: unknown,
): TransformOutcome {
  try {
    return { values: [shape(value, incoming)] };
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return { failure: { code: error.code, message: error.message } };
  }
}
