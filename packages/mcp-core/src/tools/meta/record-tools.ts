import type { RecordPipelines } from '../../records/record-pipelines.ts';
import type { ToolDefinition } from '../../tool.ts';
import { createGetIntegrationRunTool } from './get-integration-run.ts';
import { createPipelineDiscoverTool } from './pipeline-discover.ts';
import { createPipelineExecuteTool } from './pipeline-execute.ts';
import { createStopIntegrationRunTool } from './stop-integration-run.ts';

/** The tools of record pipelines. */
export function recordTools(pipelines: RecordPipelines): ToolDefinition[] {
  return [
    createPipelineDiscoverTool(pipelines),
    createPipelineExecuteTool(pipelines),
    createGetIntegrationRunTool(pipelines),
    createStopIntegrationRunTool(pipelines),
  ];
}
