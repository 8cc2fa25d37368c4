import { defineTool, type RecordResource, type ToolDefinition } from '@guildline/mcp-core';
import * as z from 'zod';

/** Records that one pipeline can carry in itself. */
const mostRecords = 1000;

/** Gives back the records that it is handed: the source of a record pipeline over a short list. */
export const inlineRead: ToolDefinition = defineTool({
  name: 'inline_read',
  category: 'meta',
  title: 'Use a short list as records',
  description: `Source of pipeline_execute (resource Inline, operation read) for records that you have already: up to ${mostRecords} objects in operationSettings.records. Gives them back as they are. For more records use a file.`,
  input: () =>
    z.strictObject({
      records: z
        .array(z.record(z.string(), z.unknown()))
        .max(mostRecords)
        .describe('Objects with named fields; ids are strings.'),
    }),
  output: () => z.object({ records: z.array(z.record(z.string(), z.unknown())) }),
  effect: 'read',
  openWorld: false,
  run: async ({ records }) => ({ records }),
});

/** Records that stand in the pipeline itself. */
export const inlineRecords: RecordResource = {
  name: 'Inline',
  description: 'Records that stand in the pipeline itself.',
  operations: [
    { tool: 'inline_read', name: 'read', output: 'Record', iterates: { list: 'records' } },
  ],
};
