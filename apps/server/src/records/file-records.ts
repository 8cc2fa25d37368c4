import {
  defineTool,
  type RecordOperation,
  type RecordResource,
  type ToolDefinition,
  untrusted,
} from '@guildline/mcp-core';
import * as z from 'zod';
import type { RecordFilesSettings } from '../configuration/upstream-settings.ts';
import { parseJsonColumns } from './json-columns.ts';
import { OpenReaders } from './open-readers.ts';

/** Largest page. */
const mostRecords = 1000;

/** Files as a source of records. */
export interface FileRecords {
  readonly tools: readonly ToolDefinition[];
  readonly resource: RecordResource;
  /** Closes what is kept open between two pages. */
  close(): Promise<void>;
}

/** Makes tools that read records of files in the allowed folders. Opens nothing. */
export function createFileRecords(settings: RecordFilesSettings): FileRecords {
  const readers = new OpenReaders(settings);
  const { groups } = settings;
  return {
    tools: [createCsvTool(readers), createJsonLinesTool(readers)],
    resource: {
      name: 'Files',
      description: 'CSV and JSON lines files in the folders that the operator has opened.',
      groups,
      operations: [
        toSource('files_read_csv', 'read_csv'),
        toSource('files_read_json_lines', 'read_json_lines'),
      ],
    },
    close: () => readers.close(),
  };
}

function createCsvTool(readers: OpenReaders): ToolDefinition {
  return defineTool({
    name: 'files_read_csv',
    category: 'files',
    title: 'Read a CSV file',
    description: describe(
      'The first row names the fields, and every value is a text, except those of json_columns.',
      'row',
    ),
    input: () =>
      z.strictObject({
        ...pageKeys(),
        delimiter: z.string().length(1).optional().describe('Between cells. Default: a comma.'),
        json_columns: z
          .array(z.string())
          .max(100)
          .optional()
          .describe(
            'Fields whose text is JSON, such as nested values of a list of failed records.',
          ),
      }),
    output: pageOutput,
    effect: 'read',
    openWorld: false,
    run: async ({ path, cursor, limit, delimiter = ',', json_columns = [] }) => {
      const { readCsvRecords } = await import('@guildline/transforms');
      return readers.page({
        path,
        cursor,
        limit,
        manner: JSON.stringify(['csv', delimiter, json_columns]),
        read: (text) => {
          const pages = readCsvRecords(text, { delimiter });
          return json_columns.length === 0 ? pages : parseJsonColumns(pages, json_columns);
        },
      });
    },
  });
}

function createJsonLinesTool(readers: OpenReaders): ToolDefinition {
  return defineTool({
    name: 'files_read_json_lines',
    category: 'files',
    title: 'Read a JSON lines file',
    description: describe('Each line is one JSON object.', 'line'),
    input: () => z.strictObject(pageKeys()),
    output: pageOutput,
    effect: 'read',
    openWorld: false,
    run: async ({ path, cursor, limit }) => {
      const { readJsonLines } = await import('@guildline/transforms');
      return readers.page({
        path,
        cursor,
        limit,
        manner: 'json',
        read: (text) => readJsonLines(text),
      });
    },
  });
}

function describe(shape: string, item: string): string {
  return `Reads records of a file in the folders that the operator has opened. ${shape} For whole files use it as the source of pipeline_execute (resource Files); the records then do not pass through you. Gives records, and next_cursor if there are more; a ${item} that cannot be read stands there as __unreadable, with the reason.`;
}

function pageKeys() {
  return {
    path: z.string().min(1).max(1024).describe('Relative path inside an allowed folder.'),
    cursor: z.string().max(200).optional().describe('next_cursor of the page before.'),
    limit: z.int().min(1).max(mostRecords).default(100).describe('Records of a page.'),
  };
}

function pageOutput() {
  return z.object({
    records: untrusted(z.array(z.record(z.string(), z.unknown()))),
    next_cursor: z.string().optional(),
  });
}

function toSource(tool: string, name: string): RecordOperation {
  return {
    tool,
    name,
    output: 'Record',
    iterates: {
      list: 'records',
      cursor: { argument: 'cursor', result: 'next_cursor' },
      size: { argument: 'limit', most: mostRecords },
    },
  };
}
