import { isAssignable } from '../assignable.ts';
import type { TypeName } from '../transform.ts';
import type { RecordVocabulary } from '../vocabulary.ts';
import type { RecordProblems } from './record-problem.ts';
import type { ResolvedStep } from './resolve-names.ts';

/** Where a step stands and what it does there. */
export interface TypedPlace {
  readonly index: number;
  readonly incoming: TypeName | undefined;
  /** True if the step calls an operation, known or not. */
  readonly executes: boolean;
  /** True if the step names a transform, known or not. */
  readonly transforms: boolean;
}

/**
 * Compares the types between the step before and this one, and inside this one.
 *
 * @returns the step's effective output: what its transform gives, or else its operation, or else what
 *   came in; `undefined` if that is not declared or not known.
 */
export function checkTypes(
  { operation, transform }: ResolvedStep,
  { index, incoming, executes, transforms }: TypedPlace,
  vocabulary: RecordVocabulary,
  problems: RecordProblems,
): TypeName | undefined {
  const report = (from: TypeName | undefined, to: TypeName | undefined, place: TypePlace): void => {
    if (isAssignable(from, to)) return;
    const bridge = vocabulary.transforms.find(
      ({ input, output, terminal }) => terminal === 'none' && input === from && output === to,
    );
    const advice =
      bridge === undefined
        ? `Put a transform between them that takes ${from} and gives ${to}, or a pass-through of the type object.`
        : `The transform ${bridge.name} turns ${from} into ${to}; use it ${place.where}.`;
    problems.add({
      code: 'RECORD_TYPE_MISMATCH',
      message: `${place.taker} takes ${to}, and ${place.giver} gives ${from}. ${advice}`,
      path: [place.key],
      expected: String(to),
      found: String(from),
    });
  };
  const before = {
    giver: `step ${index - 1}`,
    where: `as the transform of step ${index - 1}, or in a step between`,
  };
  if (operation && index > 0) {
    report(incoming, operation.input, { ...before, key: 'operation', taker: operation.name });
  }
  if (!transform) {
    const given = executes ? operation?.output : incoming;
    return transforms ? undefined : given;
  }
  const inner = { key: 'transform', taker: transform.name } as const;
  if (executes) {
    const where = `as this step's transform, and ${transform.name} in the next step`;
    const giver = operation?.name ?? '';
    report(operation?.output, transform.input, { ...inner, giver, where });
  } else if (index > 0) {
    report(incoming, transform.input, { ...inner, ...before });
  }
  return transform.output;
}

/** Who gives, who takes, and where a bridge would go. */
interface TypePlace {
  readonly giver: string;
  readonly taker: string;
  readonly where: string;
  readonly key: 'operation' | 'transform';
}
