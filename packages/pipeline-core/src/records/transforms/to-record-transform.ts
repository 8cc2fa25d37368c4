import { recordType } from '../assignable.ts';
import { defineTransform } from '../define-transform.ts';
import { toScope } from '../run/fill-settings.ts';
import type { Transform, TypeName } from '../transform.ts';
import { checkJoin, type Join, joinFields, joinSchema } from './join.ts';

/** Makes `<Type>ToRecord`, which turns values of one type into records: what is no object becomes `{ value }`. */
export function toRecordTransform(type: TypeName): Transform {
  return defineTransform({
    name: `${type}ToRecord`,
    description: `Turns each ${type} into a Record with the same fields; what has no fields becomes { value }.`,
    input: type,
    output: recordType,
    settings: { type: 'object', properties: { join: joinSchema }, additionalProperties: false },
    checkSettings: ({ join }) => checkJoin(join),
    prepare: ({ join }) => {
      const joined = join as Join;
      return (value, incoming) => joinFields(toScope(value), incoming, joined);
    },
  });
}
