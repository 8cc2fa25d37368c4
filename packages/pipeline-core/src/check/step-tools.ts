/** A JSON Schema document or a part of one, as `tools/list` publishes it. */
export type JsonSchema = Readonly<Record<string, unknown>> | boolean;

/** A place inside arguments: keys and indexes from the outside in. */
export type Path = readonly (string | number)[];

/** Something wrong with the arguments of a step. */
export interface ArgumentIssue {
  readonly path: Path;
  readonly message: string;
}

/** What the static check asks of a tool. */
export interface StepTool {
  /** Published schema of the result; without one, every path into the result is accepted. */
  readonly outputSchema?: JsonSchema | undefined;
  /**
   * Problems of the arguments that are there before any template is filled: missing, unknown or of
   * the wrong type. `isTemplate` tells whether the string at a path holds a template, whose value is
   * not known yet.
   */
  checkArguments(
    args: Readonly<Record<string, unknown>>,
    isTemplate: (path: Path) => boolean,
  ): readonly ArgumentIssue[];
}

/** Why a name cannot be a step: unknown (with a did-you-mean), disabled, recursion, a dispatcher. */
export interface StepToolRefusal {
  readonly code: string;
  readonly message: string;
}

/** Looks up tools for the static check. */
export type FindStepTool = (
  name: string,
) => { readonly tool: StepTool } | { readonly refusal: StepToolRefusal };
