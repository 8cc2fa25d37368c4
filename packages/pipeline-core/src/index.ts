export type {
  CallResult,
  CallTool,
  Cancellation,
  Clock,
  StepCall,
  StepFailure,
} from './call-tool.ts';
export type { RunResult, StepRecord } from './outcome.ts';
export type { Step } from './step.ts';
