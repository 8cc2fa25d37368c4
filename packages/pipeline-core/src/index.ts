// What a person or a model writes, and what comes back.

// Templates by themselves.
export { Budget } from './budget.ts';
// What the outside provides.
export type {
  CallResult,
  CallTool,
  Cancellation,
  Clock,
  StepCall,
  StepFailure,
} from './call-tool.ts';
// The check before a run, and the run.
export { type CheckedSteps, checkSteps } from './check/check-steps.ts';
export type { CompiledStep, StepTemplate } from './check/compiled-step.ts';
export type { StepIssue } from './check/step-issue.ts';
export type {
  ArgumentIssue,
  FindStepTool,
  JsonSchema,
  Path,
  StepTool,
  StepToolRefusal,
} from './check/step-tools.ts';
export { limits } from './limits.ts';
export type { RunResult, StepRecord } from './outcome.ts';
export { PipelineError, type PipelineErrorCode } from './pipeline-error.ts';
// Record pipelines.
export {
  type CompiledRecords,
  compileRecordPipeline,
} from './records/compile/compile-record-pipeline.ts';
export type {
  CompiledRecordPipeline,
  CompiledRecordStep,
  RecordPlan,
  RecordPlanStep,
} from './records/compile/record-plan.ts';
export type { RecordProblem, RecordProblemCode } from './records/compile/record-problem.ts';
export type { RecordPipelineSpec, RecordStepSpec } from './records/compile/spec.ts';
export { defineTransform, type TransformSource } from './records/define-transform.ts';
export { RecordError } from './records/record-error.ts';
export { recordLimits } from './records/record-limits.ts';
export type { FailedRecord } from './records/run/failed-record.ts';
export type { RecordCounts, RecordStepCounts } from './records/run/record-counts.ts';
export type {
  FailedRecords,
  RecordArtifact,
  RecordCall,
  RecordCheckpoint,
  RecordCheckpoints,
  RecordRunPorts,
  RecordSourceRequest,
} from './records/run/record-run-ports.ts';
export type { RecordRunError, RecordRunResult } from './records/run/record-run-result.ts';
export { runRecordPipeline } from './records/run/run-record-pipeline.ts';
export type {
  ArtifactSink,
  DataRecord,
  OpenTransform,
  RecordFailure,
  Transform,
  TransformOutcome,
  TransformPorts,
  TypeName,
} from './records/transform.ts';
export { identity } from './records/transforms/identity.ts';
export { recordToRecord } from './records/transforms/record-to-record.ts';
export { toRecordTransform } from './records/transforms/to-record-transform.ts';
export { UnreadableRecord } from './records/unreadable-record.ts';
export type {
  RecordEffect,
  RecordOperation,
  RecordResource,
  RecordType,
  RecordVocabulary,
} from './records/vocabulary.ts';
export type { Checkpoints } from './run/checkpoints.ts';
export { type RunPorts, runSteps } from './run/run-steps.ts';
export type { Step } from './step.ts';
export {
  type CompiledArguments,
  compileArguments,
  fillArguments,
  type TemplateAt,
} from './template/arguments.ts';
export { type Condition, compileCondition, holds } from './template/condition.ts';
export { compileTemplate, fillTemplate, type Template } from './template/template.ts';
