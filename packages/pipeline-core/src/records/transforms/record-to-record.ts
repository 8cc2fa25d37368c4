import type { ArgumentIssue, JsonSchema } from '../../check/step-tools.ts';
import { isObject } from '../../jmespath/json.ts';
import { nameInMessage } from '../../name-list.ts';
import { compileArguments, inspectArguments } from '../../template/arguments.ts';
import { universalType } from '../assignable.ts';
import { defineTransform } from '../define-transform.ts';
import { fillSettings } from '../run/fill-settings.ts';
import type { DataRecord, Transform } from '../transform.ts';
import { readField, refuse, toRecord } from './field.ts';
import { checkJoin, isNameList, type Join, joinFields, joinSchema } from './join.ts';

interface Mapping {
  readonly join?: Join;
  readonly pick?: readonly string[];
  readonly rename?: Readonly<Record<string, string>>;
  readonly fields?: DataRecord;
}

const settings: JsonSchema = {
  type: 'object',
  properties: {
    join: joinSchema,
    pick: {
      description: 'Fields to keep, in this order. All when absent.',
      type: 'array',
      items: { type: 'string' },
    },
    rename: {
      description: 'New names of fields, by their old names.',
      type: 'object',
      additionalProperties: { type: 'string' },
    },
    fields: {
      description:
        'Fields to add or replace: constants, and texts with {{field}} of the record before pick and rename.',
      type: 'object',
    },
  },
  additionalProperties: false,
};

/** Maps records: joins, picks, renames and computes fields, in this order. Its type is `object`. */
export const recordToRecord: Transform = defineTransform({
  name: 'RecordToRecord',
  description:
    'Maps the fields of each record: join what came into the step, pick, rename, and add fields (constants, or texts with {{field}}). A field that is not there fails the record.',
  input: universalType,
  output: universalType,
  settings,
  checkSettings: ({ join, pick, rename, fields }) => [
    ...checkJoin(join),
    ...checkPick(pick),
    ...checkRename(rename),
    ...checkFields(fields),
  ],
  prepare: (given) => {
    const { join, pick, rename, fields } = given as Mapping;
    const compiled = fields && compileArguments(fields);
    return (value, incoming) => {
      if (!isObject(value)) throw refuse(`this takes records, and got ${describe(value)}.`);
      const whole = joinFields(value, incoming, join);
      const picked = pick ? toRecord(pick.map((name) => [name, readField(whole, name)])) : whole;
      const renamed = rename ? renameFields(picked, rename) : picked;
      if (!compiled) return renamed;
      const filled = fillSettings(compiled, whole);
      if ('failure' in filled) throw refuse(`fields.${filled.failure.message}`);
      return toRecord([...Object.entries(renamed), ...Object.entries(filled.filled)]);
    };
  },
});

function renameFields(record: DataRecord, names: Readonly<Record<string, string>>): DataRecord {
  for (const old of Object.keys(names)) readField(record, old);
  const entries = Object.entries(record).map(
    ([name, value]) => [Object.hasOwn(names, name) ? (names[name] ?? name) : name, value] as const,
  );
  const renamed = toRecord(entries);
  if (Object.keys(renamed).length === entries.length) return renamed;
  const taken = Object.values(names).find((name) => Object.hasOwn(record, name)) ?? '';
  throw refuse(`the record has a field ${nameInMessage(taken)} already. Pick without it first.`);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function checkPick(pick: unknown): readonly ArgumentIssue[] {
  if (pick === undefined || (isNameList(pick) && pick.length > 0)) return [];
  return [{ path: ['pick'], message: 'This must be a list of field names.' }];
}

function checkRename(rename: unknown): readonly ArgumentIssue[] {
  if (rename === undefined) return [];
  const names = isObject(rename) ? Object.values(rename) : [undefined];
  if (!isNameList(names)) {
    return [{ path: ['rename'], message: 'This must be an object: { "old name": "new name" }.' }];
  }
  if (new Set(names).size === names.length) return [];
  return [{ path: ['rename'], message: 'Two fields cannot have the same new name.' }];
}

function checkFields(fields: unknown): readonly ArgumentIssue[] {
  if (fields === undefined) return [];
  if (!isObject(fields)) {
    return [{ path: ['fields'], message: 'This must be an object of field names and values.' }];
  }
  const { problems } = inspectArguments(fields);
  return problems.map(({ message, path = [] }) => ({ path: ['fields', ...path], message }));
}
