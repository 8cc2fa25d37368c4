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
