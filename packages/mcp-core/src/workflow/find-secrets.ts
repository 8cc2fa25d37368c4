import type { Path, Step, StepIssue } from '@guildline/pipeline-core';
import { redactValue } from '../redaction/redact.ts';
import { stepIdOf } from './workflow-input.ts';

/** The steps that hold what looks like a secret: workflows are kept, and secrets are not. */
export function findSecrets(steps: readonly Step[]): readonly StepIssue[] {
  return steps.flatMap((step, index) => {
    const path = findDifference(step.args, redactValue(step.args), []);
    const isInText = redactValue({ if: step.if, save_as: step.save_as });
    const inText = findDifference({ if: step.if, save_as: step.save_as }, isInText, []);
    if (!path && !inText) return [];
    const message = `${path ? 'The argument' : '"if"'} holds what looks like a secret, or is nested too deeply to tell. A workflow is kept, and keeps no secrets, so the step could not run. Use a tool that needs none, or mcp_pipeline.`;
    const issue = { step: index, id: stepIdOf(step, index), tool: step.tool };
    return [{ ...issue, code: 'PIPELINE_INVALID', message, ...(path ? { path } : {}) }];
  });
}

/** Where two values of the same make differ first; `undefined` if they do not. */
function findDifference(one: unknown, other: unknown, path: Path): Path | undefined {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) {
    return Object.is(one, other) ? undefined : path;
  }
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  for (const [index, key] of keys.entries()) {
    // A key that is a secret itself stands under another name in the copy.
    if (otherKeys[index] !== key) return path;
    const inside = [...path, Array.isArray(one) ? index : key];
    const found = findDifference(
      (one as Record<string, unknown>)[key],
      (other as Record<string, unknown>)[key],
      inside,
    );
    if (found) return found;
  }
  return undefined;
}
