import type { Budget } from '../../budget.ts';
import type { JsonType } from '../json.ts';
import type { Node } from '../node.ts';

/** What a parameter takes. `numbers` and `strings` are lists of nothing else. */
export type ParameterType = JsonType | 'any' | 'numbers' | 'reference' | 'strings';

/** What a function may use beside its arguments. */
export interface Evaluation {
  readonly budget: Budget;
  /** Evaluates the expression behind `&` on one value. */
  evaluate(reference: Node, value: unknown): unknown;
}

/** One standard function. Its arguments have been checked against the parameters. */
export interface StandardFunction {
  /** The types each parameter takes. */
  readonly parameters: readonly (readonly ParameterType[])[];
  /** If true, the last parameter may be repeated. */
  readonly variadic?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the parameters' types are checked before the call.
  apply(args: readonly any[], evaluation: Evaluation): unknown;
}
