import type { DataRecord } from '@guildline/pipeline-core';
import type { Setting } from '../settings/declare-settings.ts';

/** What a table can hold. */
export interface ColumnLimits {
  /** Columns. */
  readonly count: number;
  /** Characters of a column's name. */
  readonly nameLength: number;
}

/** The setting `columns` of every table. */
export function declareColumns({ count, nameLength }: ColumnLimits): Setting {
  return {
    schema: {
      type: 'array',
      items: { type: 'string', maxLength: nameLength },
      minItems: 1,
      maxItems: count,
      uniqueItems: true,
      description:
        "Fields to write, in this order; others are left out. Without it, the first record's fields are the columns, and a record with another field fails.",
    },
    check: (value) => {
      if (!Array.isArray(value) || value.length === 0) return 'must be a list of field names';
      if (value.length > count) return `has ${value.length} names; ${count} are possible`;
      if (!value.every((name) => typeof name === 'string')) return 'must be a list of field names';
      if (value.some((name: string) => name.length > nameLength)) {
        return `has a name of more than ${nameLength} characters`;
      }
      const twice = value.find((name, index) => value.indexOf(name) !== index) as
        | string
        | undefined;
      return twice === undefined ? undefined : `names ${JSON.stringify(twice)} twice`;
    },
  };
}

/** The columns that checked settings name. */
export function readColumns(settings: DataRecord): readonly string[] | undefined {
  return settings['columns'] as readonly string[] | undefined;
}
