import type * as z from 'zod';

/** Refuses a modification that changes nothing: one argument more than `targets` has to be there. */
export function requireChange<Schema extends z.ZodObject>(
  schema: Schema,
  targets: readonly (keyof Schema['shape'])[],
): Schema {
  const changes = Object.keys(schema.shape).filter((name) => !targets.includes(name));
  return schema.refine((args) => changes.some((name) => args[name] !== undefined), {
    error: `Nothing to change: give at least one of ${changes.join(', ')}.`,
  });
}
