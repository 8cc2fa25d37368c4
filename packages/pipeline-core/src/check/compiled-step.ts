import type { CompiledArguments } from '../template/arguments.ts';
import type { Condition } from '../template/condition.ts';
import type { Path } from './step-tools.ts';

/** A template inside the arguments of a step: what an approval shows as not known yet. */
export interface StepTemplate {
  /** Where it stands in the arguments. */
  readonly path: Path;
  readonly text: string;
  /** The names of steps and variables that it reads. */
  readonly references: readonly string[];
}

/** A step that has passed the check. Nothing of it is compiled again when it runs. */
export interface CompiledStep {
  /** Position in the run, from 0. */
  readonly index: number;
  readonly id: string;
  readonly tool: string;
  /** The arguments as written, with their templates. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly templates: readonly StepTemplate[];
  readonly saveAs: string | undefined;
  readonly continueOnError: boolean;
  /** The `if`. */
  readonly condition: Condition | undefined;
  /** The arguments, ready to be filled. */
  readonly compiledArguments: CompiledArguments;
}
