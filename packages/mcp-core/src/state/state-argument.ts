import * as z from 'zod';

/** Which state a call works with when it names none. Naming it is the same. */
export const defaultStateId = 'default';

/** The argument that says which of a caller's states a call works with. */
export function stateIdArgument(): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, {
      error: 'Not a state_id: expected 1 to 64 letters, digits, hyphens or underscores.',
    })
    .describe('Keeps pieces of work apart; leave out otherwise.')
    .optional();
}

/**
 * The input schema of a tool with state: the tool's own, and `state_id`.
 *
 * @throws TypeError if the schema is no object schema, or has a `state_id` already
 */
export function withStateId(tool: string, input: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject)) {
    throw new TypeError(`${tool} has state, so its input has to be a z.object or z.strictObject.`);
  }
  if (Object.hasOwn(input.shape, 'state_id')) {
    throw new TypeError(`${tool} has state and is given the argument state_id; leave it out.`);
  }
  const extended = input.safeExtend({ state_id: stateIdArgument() });
  const metadata = input.meta();
  return metadata ? extended.meta(metadata) : extended;
}

/** The `state_id` among arguments that were checked. */
export function stateIdOf(args: Readonly<Record<string, unknown>>): string {
  const named = args['state_id'];
  return typeof named === 'string' ? named : defaultStateId;
}

/**
 * The `state_id` among the arguments of a call that is only planned; `undefined` if it is not known
 * before the call is made.
 */
export function plannedStateId(args: Readonly<Record<string, unknown>>): string | undefined {
  const named = args['state_id'];
  if (named === undefined) return defaultStateId;
  return typeof named === 'string' && !named.includes('{{') ? named : undefined;
}
