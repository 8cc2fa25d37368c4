/**
 * What a value must be: the name of a schema of `discord-api-spec`, a plain type, or a composition.
 * In `integer` null leaves an end open.
 */
export type Expression =
  | string
  | { readonly nullable: Expression }
  | { readonly list: Expression }
  | { readonly anyOf: readonly Expression[] }
  | { readonly integer: readonly [number | null, number | null] }
  | { readonly fields: Readonly<Record<string, Expression>>; readonly required: readonly string[] };

/** One operation of Discord's API description. A null answer has no body. */
export interface Operation {
  readonly query?: Readonly<Record<string, Expression>>;
  readonly body?: Expression;
  readonly answers: Readonly<Record<number, Expression | null>>;
}
