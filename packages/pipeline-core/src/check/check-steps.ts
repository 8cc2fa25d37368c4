import type { Step } from '../step.ts';
import type { KnownResult } from './check-references.ts';
import { checkStep } from './check-step.ts';
import type { CompiledStep } from './compiled-step.ts';
import type { StepIssue } from './step-issue.ts';
import { nameSteps } from './step-names.ts';
import type { FindStepTool } from './step-tools.ts';

/** The outcome of {@link checkSteps}. */
export interface CheckedSteps {
  /** The steps that could be compiled. All of them, and fit to run, only if there are no issues. */
  readonly steps: readonly CompiledStep[];
  /** Every problem, in the order of the steps. */
  readonly issues: readonly StepIssue[];
}

/**
 * Checks steps by themselves, without running anything: tools, names, templates, references,
 * conditions and arguments. What only the tools' platform knows (permissions, existence) is found
 * when a step runs.
 */
export function checkSteps(steps: readonly Step[], findTool: FindStepTool): CheckedSteps {
  const names = nameSteps(steps);
  const results: KnownResult[] = [];
  const compiled: CompiledStep[] = [];
  const issues: StepIssue[] = [];
  for (const [index, step] of steps.entries()) {
    const found = findTool(step.tool);
    const tool = 'tool' in found ? found.tool : undefined;
    const checked = checkStep(step, { step: index, names, results }, found);
    if (checked.compiled) compiled.push(checked.compiled);
    issues.push(...checked.issues);
    results.push({ tool: step.tool, schema: tool?.outputSchema });
  }
  return { steps: compiled, issues };
}
