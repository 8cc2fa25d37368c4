import * as z from 'zod';
import { refuseTool, refuseWrite } from '../../access/refuse-tool.ts';
import type { Registry } from '../../registry.ts';
import type { Synonyms } from '../../search/synonyms.ts';
import { createToolIndex, type ToolIndex } from '../../search/tool-index.ts';
import { toSummary } from '../../search/tool-summary.ts';
import { searchToolName } from '../../surface/surface.ts';
import { defineTool, Reply, type ToolDefinition } from '../../tool.ts';
import { toWireTool } from '../../wire.ts';

const nothingFound =
  'No tool that you may use fits. Ask for one action in other words: what is done to what, as in "give a member a role".';

/** With more hits than this the schemas would fill the answer. */
const mostWithSchema = 3;

function searchOutput() {
  const tool = z.object({
    name: z.string(),
    summary: z.string(),
    effect: z.enum(['read', 'idempotent', 'keyed', 'once']),
    destructive: z.boolean(),
    input_schema: z.record(z.string(), z.unknown()).optional(),
  });
  return z.object({ tools: z.array(tool) });
}

/** Makes `tools_search`. `synonyms` are the platform's; plain English is known. */
export function createSearchTool(synonyms?: Synonyms): ToolDefinition {
  const indexes = new WeakMap<Registry, Promise<ToolIndex>>();
  const indexOf = (tools: Registry): Promise<ToolIndex> => {
    const index = indexes.get(tools) ?? createToolIndex(tools, synonyms);
    indexes.set(tools, index);
    return index;
  };
  return defineTool({
    name: searchToolName,
    category: 'meta',
    title: 'Find a tool',
    description: `Finds tools by what you want to do; this server has many more than tools/list shows.
When to use: before a job for which you know no tool. Ask for one action at a time in plain English ("mute a spammer for an hour"), or give a tool's exact name to get its schema.
Returns {tools: [{name, summary, effect, destructive, input_schema?}]}, best first; input_schema is there for at most 3 tools.
Call what you found by its own name, as a step of mcp_pipeline, or through tools_read (effect "read"), tools_destructive (destructive: true) or tools_write (all others).`,
    input: () =>
      z.strictObject({
        query: z.string().min(1).max(500).describe('One action in plain English, or a name.'),
        limit: z.int().min(1).max(20).default(3),
      }),
    output: searchOutput,
    effect: 'read',
    openWorld: false,
    run: async ({ query, limit }, { tools, rights }) => {
      const index = await indexOf(tools);
      const found = index
        .find(query)
        .filter((tool) => !(refuseTool(tool, tools, rights) ?? refuseWrite(tool, rights)))
        .slice(0, limit);
      if (found.length === 0) return new Reply({ tools: [] }, { notes: [nothingFound] });
      const withSchema = found.length <= mostWithSchema;
      return {
        tools: found.map((tool) => ({
          name: tool.name,
          summary: toSummary(tool.description),
          effect: tool.effect,
          destructive: tool.destructive,
          ...(withSchema ? { input_schema: { ...toWireTool(tool).inputSchema } } : {}),
        })),
      };
    },
  });
}
