import { setOwn } from '../../jmespath/json.ts';
import { nameInMessage } from '../../name-list.ts';
import { suggestName } from '../compile/record-problem.ts';
import { RecordError } from '../record-error.ts';
import type { DataRecord } from '../transform.ts';

/**
 * The value of a field.
 *
 * @throws RecordError if the record has no such field.
 */
export function readField(record: DataRecord, field: string, whose = 'the record'): unknown {
  if (Object.hasOwn(record, field) && record[field] !== undefined) return record[field];
  const { hint } = suggestName(field, Object.keys(record));
  throw refuse(`${whose} has no field ${nameInMessage(field)}. ${hint}`);
}

/** The error of a record that a transform cannot shape. */
export function refuse(message: string): RecordError {
  return new RecordError('RECORD_TRANSFORM_FAILED', message);
}

/** A record with these fields, whatever their names. */
export function toRecord(fields: Iterable<readonly [string, unknown]>): DataRecord {
  const record: Record<string, unknown> = {};
  for (const [name, value] of fields) setOwn(record, name, value);
  return record;
}
