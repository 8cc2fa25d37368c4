import type * as z from 'zod';
import { ToolError } from '../errors/tool-error.ts';
import { once } from '../once.ts';
import type { StateView } from './state-view.ts';

/**
 * Schemas of state fields, as thunks that are called on first use. What is stored is JSON, so a schema
 * takes what JSON can hold: text for a time, a list for a set.
 */
export type StateShape = Readonly<Record<string, () => z.ZodType>>;

/** Typed fields that the tools of a server share. */
export interface StateDefinition<Shape extends StateShape = StateShape> {
  readonly fields: Shape;
  /**
   * A field's value in a call's state.
   *
   * @throws ToolError with code `STATE_REQUIRED` if nothing is stored
   */
  get<Name extends keyof Shape & string>(
    context: { readonly state: StateView },
    name: Name,
  ): z.output<ReturnType<Shape[Name]>>;
  /** A field's value in a call's state, or `undefined` if nothing is stored. */
  peek<Name extends keyof Shape & string>(
    context: { readonly state: StateView },
    name: Name,
  ): z.output<ReturnType<Shape[Name]>> | undefined;
}

/**
 * Declares the fields of a server's state: `defineState({ cart: () => z.array(item) })`. Two parts of
 * a server are put together with `defineState({ ...one.fields, ...other.fields })`.
 *
 * @throws TypeError if a field's name does not match `^[a-z][a-z0-9_]{0,39}$`
 */
export function defineState<Shape extends StateShape>(fields: Shape): StateDefinition<Shape> {
  for (const name of Object.keys(fields)) {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) {
      throw new TypeError(`State field "${name}" must match ^[a-z][a-z0-9_]{0,39}$.`);
    }
  }
  const built = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, once(schema)]),
  );
  const peek: StateDefinition<Shape>['peek'] = ({ state }, name) =>
    state.get(name) as z.output<ReturnType<Shape[typeof name]>> | undefined;
  return {
    fields: Object.freeze(built) as Shape,
    peek,
    get: (context, name) => {
      const value = peek(context, name);
      if (value !== undefined) return value as NonNullable<typeof value>;
      throw new ToolError({
        code: 'STATE_REQUIRED',
        message: `Required state '${name}' is empty. Call a tool that stores it first; _status says what is there.`,
      });
    },
  };
}
