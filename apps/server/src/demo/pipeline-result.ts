/** One step of `mcp_pipeline`'s answer. */
export interface AnswerStep {
  readonly id: string;
  readonly tool: string;
  readonly status: 'success' | 'error' | 'skipped';
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly retriable: boolean };
  readonly duration_ms: number;
}

/** The answer of `mcp_pipeline`. */
export interface PipelineResult {
  readonly steps: readonly AnswerStep[];
  readonly variables: Readonly<Record<string, unknown>>;
  readonly total_duration_ms: number;
  readonly aborted: boolean;
}
