/** One step as a person or a model writes it. Source: the `pipeline_execute` input. */
export interface RecordStepSpec {
  /** A name for messages. */
  readonly id?: string;
  readonly resource?: string;
  readonly operation?: string;
  /** Parameters of the operation; strings may hold `{{field}}` of the incoming record. */
  readonly operationSettings?: Readonly<Record<string, unknown>>;
  readonly transform?: string;
  readonly transformSettings?: Readonly<Record<string, unknown>>;
}

/** A record pipeline as a person or a model writes it. */
export interface RecordPipelineSpec {
  readonly steps: readonly RecordStepSpec[];
  /** If true, the plan is answered and nothing runs. Defaults to false. */
  readonly dryRun?: boolean;
  /** If true, the run goes on after the answer. Defaults to false. */
  readonly background?: boolean;
  /** Whether a failed record ends the run, or is counted and listed. Defaults to `fail`. */
  readonly onError?: 'fail' | 'skip';
  /** Source records after which the run completes as truncated. */
  readonly maxRecords?: number;
}
