import { checkSteps, type FindStepTool, type Step, type StepIssue } from '@guildline/pipeline-core';
import type { CallContext } from '../context.ts';
import { ToolError } from '../errors/tool-error.ts';
import { formatPath } from '../schema/argument-issues.ts';
import { checkStateOfSteps } from '../state/check-state-of-steps.ts';
import type { ToolDefinition } from '../tool.ts';
import { findStepTool, toStepTool } from '../tools/meta/step-tools.ts';
import { findSecrets } from './find-secrets.ts';
import { waitingTools } from './waiting-tools.ts';

/** Characters of JSON that the steps of a workflow may have together. */
const maximumCharacters = 1024 * 1024;

/**
 * Refuses steps that are wrong by themselves, with every problem at once.
 *
 * @throws ToolError `WORKFLOW_NESTING`, `PIPELINE_INVALID` or `VALIDATION_ERROR`
 */
export function checkWorkflow(steps: readonly Step[], context: CallContext): void {
  const issues = findIssues(steps, context);
  if (issues.length > 0) throw refuseSteps(issues);
  const characters = JSON.stringify(steps).length;
  if (characters <= maximumCharacters) return;
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `The steps have ${characters} characters of JSON, and a workflow keeps at most ${maximumCharacters}. Split it, or let a step read what is large.`,
  });
}

/** Everything that is wrong with the steps of a workflow by themselves, in their order. */
function findIssues(steps: readonly Step[], context: CallContext): readonly StepIssue[] {
  const { issues } = checkSteps(steps, findWorkflowTool(context));
  return [...issues, ...findSecrets(steps), ...checkStateOfSteps(steps, context)].sort(
    (one, other) => one.step - other.step,
  );
}

function findWorkflowTool(context: CallContext): FindStepTool {
  const find = findStepTool(context);
  return (name) => {
    const waiting = waitingTools.get(name);
    if (waiting) return { tool: toStepTool(waiting) };
    const tool = context.tools.find(name);
    if (!tool || !isComposing(tool)) return find(name);
    const message = `${name} starts or calls other tools, and cannot be a step of a workflow. Put its own steps here instead.`;
    return { refusal: { code: 'WORKFLOW_NESTING', message } };
  };
}

/** True for composers, dispatchers, and everything that moves a workflow on. */
function isComposing({ name, calls, forwards, effect }: ToolDefinition): boolean {
  if (calls || forwards) return true;
  return name.startsWith('workflow_') && effect !== 'read';
}

function refuseSteps(issues: readonly StepIssue[]): ToolError {
  const isNested = issues.some(({ code }) => code === 'WORKFLOW_NESTING');
  return new ToolError({
    code: isNested ? 'WORKFLOW_NESTING' : 'PIPELINE_INVALID',
    message: `The workflow was not started:\n${issues.map(toLine).join('\n')}`,
    details: { problems: issues },
  });
}

function toLine({ step, id, tool, path, message }: StepIssue): string {
  const place = path && path.length > 0 ? `${formatPath(path)}: ` : '';
  return `Step ${step + 1} (${id}, ${tool.slice(0, 64)}): ${place}${message}`;
}
