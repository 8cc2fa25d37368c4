/** One call in a pipeline, as a person or a model writes it. Source: the `mcp_pipeline` input schema. */
export interface Step {
  /** Name for references from later steps. Defaults to `step_<index>`, counted from 0. */
  readonly id?: string | undefined;
  readonly tool: string;
  /** Arguments; any string inside may hold `{{ expression }}`. Keys are literal. */
  readonly args: Readonly<Record<string, unknown>>;
  /** A second name for the result, beside the id. */
  readonly save_as?: string | undefined;
  /** A template or a bare expression; the step is skipped when its value is falsy. */
  readonly if?: string | undefined;
  /** If true, the run goes on after this step fails. Defaults to false. */
  readonly continue_on_error?: boolean | undefined;
}
