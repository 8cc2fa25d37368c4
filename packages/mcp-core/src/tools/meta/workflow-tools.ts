import type { ToolDefinition } from '../../tool.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { createWorkflowAnswerTool } from './workflow-answer.ts';
import { createWorkflowCancelTool } from './workflow-cancel.ts';
import { createWorkflowListTool } from './workflow-list.ts';
import { createWorkflowResultTool } from './workflow-result.ts';
import { createWorkflowResumeTool } from './workflow-resume.ts';
import { createWorkflowStartTool } from './workflow-start.ts';
import { createWorkflowStatusTool } from './workflow-status.ts';

/** The tools of durable workflows. */
export function workflowTools(workflows: Workflows): ToolDefinition[] {
  return [
    createWorkflowStartTool(workflows),
    createWorkflowStatusTool(workflows),
    createWorkflowResumeTool(workflows),
    createWorkflowCancelTool(workflows),
    createWorkflowListTool(workflows),
    createWorkflowResultTool(workflows),
    createWorkflowAnswerTool(workflows),
  ];
}
