import { type RecordOperation, writes } from '../vocabulary.ts';
import type { RecordProblems } from './record-problem.ts';
import type { ResolvedStep } from './resolve-names.ts';
import type { RecordStepSpec } from './spec.ts';

/** Where a step stands. */
export interface StepPosition {
  readonly index: number;
  readonly isLast: boolean;
  /** True if the step calls an operation, known or not. */
  readonly executes: boolean;
}

/** Checks that the source stands first, and a terminal last. */
export function checkPosition(
  spec: RecordStepSpec,
  resolved: ResolvedStep,
  position: StepPosition,
  problems: RecordProblems,
): void {
  const misplaced = refuseTerminal(resolved, position);
  if (misplaced !== undefined) {
    problems.add({ code: 'RECORD_TERMINAL_MISPLACED', message: misplaced, path: ['transform'] });
  }
  const message = refuseSource(spec, resolved, position);
  if (message !== undefined) {
    problems.add({ code: 'RECORD_SOURCE_INVALID', message, path: ['operation'] });
  }
}

function refuseTerminal(
  { transform }: ResolvedStep,
  { index, isLast }: StepPosition,
): string | undefined {
  if (!transform || transform.terminal === 'none') return undefined;
  if (!isLast) {
    return `${transform.name} renders the artifact and can only stand in the last step. Move it to the end.`;
  }
  if (index > 0 || transform.terminal === 'record') return undefined;
  return `${transform.name} renders what the steps before it gave, and there are none. Put it into a step of its own after this one.`;
}

function refuseSource(
  spec: RecordStepSpec,
  { operation }: ResolvedStep,
  { index, executes }: StepPosition,
): string | undefined {
  if (index === 0) {
    const isNamed = spec.operation !== undefined || spec.resource !== undefined;
    if (!isNamed)
      return 'Step 0 is the source: it needs a resource and an operation that iterates.';
    return operation && refuseAsSource(operation);
  }
  if (!operation?.iterates || !executes) return undefined;
  return `${operation.name} iterates records, and only step 0 does that. Choose an operation that answers for one record.`;
}

function refuseAsSource(operation: RecordOperation): string | undefined {
  const { name, effect } = operation;
  if (!operation.iterates) {
    return `Step 0 is the source, and ${name} does not iterate records. Choose an operation that does.`;
  }
  if (!writes(operation)) return undefined;
  return `A source is read in pages, and ${name} may change something (effect ${effect}). If it only reads, its configuration can say so.`;
}
