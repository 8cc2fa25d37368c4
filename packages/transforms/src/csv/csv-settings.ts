import type { DataRecord } from '@guildline/pipeline-core';
import { declareSettings } from '../settings/declare-settings.ts';
import { type ColumnLimits, declareColumns } from '../table/columns-setting.ts';

/** What the columns of a CSV text may be, on writing and on reading. */
export const csvColumnLimits: ColumnLimits = { count: 1_000, nameLength: 10_000 };

const delimiters: readonly unknown[] = [',', ';', '\t', '|'];

/** The settings of both CSV transforms. */
export const csvSettings = declareSettings({
  columns: declareColumns(csvColumnLimits),
  delimiter: {
    schema: {
      enum: delimiters,
      default: ',',
      description: 'What stands between cells: "," ";" a tab or "|".',
    },
    check: (value) => (delimiters.includes(value) ? undefined : 'must be ",", ";", a tab or "|"'),
  },
  bom: {
    schema: {
      type: 'boolean',
      default: false,
      description: 'Begins with a byte order mark, which old spreadsheets need to read UTF-8.',
    },
    check: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  },
});

/** How checked settings want a CSV text. */
export interface CsvFormat {
  readonly delimiter: string;
  readonly bom: boolean;
}

export function readCsvFormat(settings: DataRecord): CsvFormat {
  return {
    delimiter: (settings['delimiter'] as string | undefined) ?? ',',
    bom: settings['bom'] === true,
  };
}
