import type { Preflight } from '../../preflight.ts';
import type { ToolDefinition } from '../../tool.ts';
import { pipelineTool } from './pipeline.ts';
import { createPipelineCheckTool } from './pipeline-check.ts';

/** The tools that work on other tools. */
export function metaTools({ preflight }: { preflight?: Preflight } = {}): ToolDefinition[] {
  return [pipelineTool, createPipelineCheckTool(preflight)];
}
