// Tools

// Audit
export type { AuditEvent, AuditSink } from './audit/audit-sink.ts';
export { createJsonLinesSink } from './audit/json-lines-sink.ts';
// Calls
export type { CallContext, Caller, CallRequest, Progress, Trace } from './context.ts';
export { createDispatcher, type Dispatch, type DispatcherSource } from './dispatch.ts';
// Errors
export { type ErrorCode, errorCodes } from './errors/codes.ts';
export {
  type CallOutcome,
  ToolError,
  type ToolErrorFields,
  type ToolErrorShape,
} from './errors/tool-error.ts';
export { createAudit } from './middleware/audit.ts';
export type { Call, Middleware, Next, Onion, Place } from './middleware/middleware.ts';
export type { ApprovalAnswer, ApprovalPreview, Outcome, ResultOutcome } from './outcome.ts';
// Meta tools
export type { Forecast, Preflight } from './preflight.ts';
export { createRegistry, type Registry, type RegistrySource } from './registry.ts';
// Results
export { present, type WireContent, type WireResult } from './results/present.ts';
export {
  createMemoryResultStore,
  type ResultStore,
  type ResultStoreLimits,
  type StoredResult,
} from './results/result-store.ts';
export { type VisitMarked, visitMarked } from './schema/marked-values.ts';
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
export { metaTools } from './tools/meta/index.ts';
export { type ObjectSchema, toWireList, toWireTool, type WireTool } from './wire.ts';
