import type { Preflight } from '../../preflight.ts';
import type { RecordPipelines } from '../../records/record-pipelines.ts';
import type { Synonyms } from '../../search/synonyms.ts';
import type { StateStore } from '../../state/state-store.ts';
import type { ToolDefinition } from '../../tool.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { dispatcherTools } from './dispatchers.ts';
import { createPipelineTool } from './pipeline.ts';
import { createPipelineCheckTool } from './pipeline-check.ts';
import { recordTools } from './record-tools.ts';
import { createStatusTool } from './status.ts';
import { createSearchTool } from './tools-search.ts';
import { workflowTools } from './workflow-tools.ts';

/** The tools that work on other tools. */
export function metaTools({
  preflight,
  synonyms,
  state,
  workflows,
  records,
  promoteAfter,
}: {
  preflight?: Preflight;
  synonyms?: Synonyms;
  state?: { readonly store: StateStore };
  workflows?: Workflows | undefined;
  records?: RecordPipelines | undefined;
  /** Milliseconds after which a pipeline that still runs goes on as a workflow. Never when absent. */
  promoteAfter?: number | undefined;
} = {}): ToolDefinition[] {
  const promotion =
    workflows && promoteAfter !== undefined ? { workflows, after: promoteAfter } : undefined;
  return [
    createPipelineTool(promotion && { promotion }),
    createPipelineCheckTool(preflight),
    createSearchTool(synonyms),
    ...(state ? [createStatusTool(state)] : []),
    ...(workflows ? workflowTools(workflows) : []),
    ...(records ? recordTools(records) : []),
    ...dispatcherTools,
  ];
}
