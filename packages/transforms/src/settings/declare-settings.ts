import type { DataRecord, JsonSchema, Path } from '@guildline/pipeline-core';

/** One setting of a transform. */
export interface Setting {
  readonly schema: JsonSchema;
  /** Defaults to false. */
  readonly isRequired?: boolean;
  /** What is wrong with a value that is there, as the rest of "This …": `must be a text`. */
  readonly check: (value: unknown) => string | undefined;
}

/** The settings of a transform: as a schema to publish, and as the check that goes with it. */
export function declareSettings(settings: Readonly<Record<string, Setting>>): {
  readonly schema: JsonSchema;
  readonly check: (
    given: DataRecord,
  ) => readonly { readonly path: Path; readonly message: string }[];
} {
  const declared = Object.entries(settings);
  const required = declared.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(declared.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    check: (given) => [
      ...Object.keys(given)
        .filter((name) => !Object.hasOwn(settings, name))
        .map((name) => ({
          path: [name],
          message: `This is unknown; there is ${listNames(declared)}.`,
        })),
      ...declared.flatMap(([name, { isRequired, check }]) => {
        const value = Object.hasOwn(given, name) ? given[name] : undefined;
        const message =
          value === undefined ? (isRequired ? 'is missing' : undefined) : check(value);
        return message === undefined ? [] : [{ path: [name], message: `This ${message}.` }];
      }),
    ],
  };
}

function listNames(declared: readonly (readonly [string, Setting])[]): string {
  return declared.map(([name]) => name).join(', ') || 'none';
}
