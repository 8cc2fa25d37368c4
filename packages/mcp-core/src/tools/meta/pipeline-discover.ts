import * as z from 'zod';
import { discover } from '../../records/discover.ts';
import type { RecordPipelines } from '../../records/record-pipelines.ts';
import { defineTool, type ToolDefinition } from '../../tool.ts';

function discoverOutput() {
  const type = z.string().nullable();
  const schema = z.looseObject({});
  const operation = z.object({
    name: z.string(),
    description: z.string(),
    iterates: z.boolean(),
    input: type,
    output: type,
    effect: z.enum(['read', 'idempotent', 'keyed', 'once']),
    destructive: z.boolean().optional(),
    settings: schema.optional(),
    fields: z.array(z.string()).optional(),
  });
  return z.object({
    resources: z.array(
      z.object({ name: z.string(), description: z.string(), operations: z.array(operation) }),
    ),
    transforms: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        input: type,
        output: type,
        terminal: z.enum(['none', 'record', 'set']),
        settings: schema.optional(),
      }),
    ),
    conventions: z.record(z.string(), z.string()),
    truncated: z.boolean().optional(),
    resource: z.string().optional(),
  });
}

/** Makes `pipeline_discover`. */
export function createPipelineDiscoverTool(pipelines: RecordPipelines): ToolDefinition {
  return defineTool({
    name: 'pipeline_discover',
    category: 'meta',
    title: 'What record pipelines can use',
    description: `Lists the resources, operations and transforms that you may use in pipeline_execute, with input and output types, plus the conventions for field mapping and JavaScript.
When to use: before pipeline_execute, first without arguments for the names, then with a resource (and operation) for settings and record fields.
Returns {resources:[{name, description, operations:[{name, iterates, input, output, effect, settings?, fields?}]}], transforms:[…], conventions}.`,
    input: () =>
      z.strictObject({
        resource: z.string().describe('Only this one, with settings and fields.').optional(),
        operation: z.string().describe('Only this one of the resource.').optional(),
      }),
    output: discoverOutput,
    effect: 'read',
    openWorld: false,
    run: async (filter, context) => discover(filter, context, pipelines),
  });
}
