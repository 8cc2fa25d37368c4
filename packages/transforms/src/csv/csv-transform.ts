import type { OpenTransform, Transform } from '@guildline/pipeline-core';
import { Columns } from '../table/columns.ts';
import { readColumns } from '../table/columns-setting.ts';
import { csvColumnLimits, csvSettings, readCsvFormat } from './csv-settings.ts';
import { CsvWriter } from './csv-writer.ts';
import { toGuardedText } from './formula-guard.ts';

/** What a later process needs to go on with a CSV text. */
interface CsvState {
  readonly columns: readonly string[] | null;
  readonly hasHeader: boolean;
}

/** A terminal that renders the run's records as one CSV text. */
export function defineCsvTransform(
  declaration: Pick<Transform, 'name' | 'description' | 'terminal'>,
): Transform {
  return {
    ...declaration,
    input: 'Record',
    output: undefined,
    resumable: true,
    artifact: { mediaType: 'text/csv', encoding: 'text' },
    settings: csvSettings.schema,
    checkSettings: csvSettings.check,
    open: async (settings, { sink, resumeFrom }): Promise<OpenTransform> => {
      const state = resumeFrom as CsvState | undefined;
      const columns = new Columns({
        chosen: readColumns(settings),
        known: state?.columns ?? undefined,
        limits: csvColumnLimits,
        toText: toGuardedText,
      });
      const format = readCsvFormat(settings);
      const hasHeader = state?.hasHeader ?? false;
      const writer = await CsvWriter.create({ columns, format, sink, hasHeader });
      return {
        apply: (values) => writer.write(values),
        suspend: async (): Promise<CsvState> => ({
          columns: columns.names ?? null,
          hasHeader: writer.hasHeader,
        }),
        finish: () => writer.finish(),
        close: async () => {},
      };
    },
  };
}
