import type { ArgumentIssue, JsonSchema } from '../../check/step-tools.ts';
import { toScope } from '../run/fill-settings.ts';
import type { DataRecord } from '../transform.ts';
import { readField, toRecord } from './field.ts';

/** The `join` setting: all fields of the incoming record that the value lacks, or those that are named. */
export type Join = true | readonly string[] | undefined;

/** Schema of the `join` setting. */
export const joinSchema: JsonSchema = {
  description:
    "Fields of the record that came into the step, added to what its operation gave: true for all that it lacks, or a list of names, which win over the operation's own.",
  anyOf: [{ const: true }, { type: 'array', items: { type: 'string' } }],
};

/** What is wrong with a `join` setting. */
export function checkJoin(join: unknown): readonly ArgumentIssue[] {
  if (join === undefined || join === true || isNameList(join)) return [];
  const message = 'This must be true, or a list of field names. Leave it out to join nothing.';
  return [{ path: ['join'], message }];
}

/** True for a list of strings. */
export function isNameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/**
 * A value with fields of the record that came into its step.
 *
 * @throws RecordError if a named field is not there.
 */
export function joinFields(value: DataRecord, incoming: unknown, join: Join): DataRecord {
  if (join === undefined) return value;
  const other = toScope(incoming);
  if (join === true) return toRecord([...Object.entries(other), ...Object.entries(value)]);
  const named = join.map(
    (field) => [field, readField(other, field, 'the record that came into the step')] as const,
  );
  return toRecord([...Object.entries(value), ...named]);
}
