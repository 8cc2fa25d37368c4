// Tools

// Calls
export type { CallContext, Caller, CallRequest, Progress, Trace } from './context.ts';
// Errors
export { type ErrorCode, errorCodes } from './errors/codes.ts';
export {
  type CallOutcome,
  ToolError,
  type ToolErrorFields,
  type ToolErrorShape,
} from './errors/tool-error.ts';
export type { ApprovalAnswer, ApprovalPreview, Outcome, ResultOutcome } from './outcome.ts';
export type { Forecast, Preflight } from './preflight.ts';
export type { Registry } from './registry.ts';
export { id, type Mark, marks, untrusted } from './schema/marks.ts';
export {
  defineTool,
  type Effect,
  type LookupResult,
  type PermissionRequirement,
  type PlannedCall,
  Reply,
  type ToolDefinition,
  type ToolSource,
} from './tool.ts';
