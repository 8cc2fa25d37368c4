import type { CompiledRecordPipeline, RecordStepSpec } from '@guildline/pipeline-core';

/** The arguments of `pipeline_execute` as every later check sees them. */
export interface RecordSpec {
  readonly steps: readonly RecordStepSpec[];
  readonly dryRun: boolean;
  readonly background: boolean;
  readonly onError: 'fail' | 'skip';
  /** What was asked for, and never more than the server's cap. */
  readonly maxRecords: number;
}

/** The steps that call their operation, with the place of each among the calls of the pipeline. */
export function executedSteps({ steps }: CompiledRecordPipeline) {
  return steps.flatMap((step) => (step.call ? [{ ...step, call: step.call }] : []));
}
