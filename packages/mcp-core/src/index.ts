// Tools

// Access
export type { Rights, RightsOf } from './access/rights.ts';
export type { CallDescription, DescribeCall } from './approval/describe-call.ts';
export type { StepGrant } from './approval/grant.ts';
export {
  type ApprovalMode,
  type ApprovalPolicy,
  defaultApprovalPolicy,
} from './approval/policy.ts';
export { createSecretKeyFile } from './approval/secret-key-file.ts';
export {
  type ApprovalRoute,
  type ApprovalSubject,
  type ApprovalTickets,
  type ApprovalTicketsSource,
  createApprovalTickets,
  type Ticket,
} from './approval/ticket.ts';
export { createUsedApprovalsFolder, type UsedApprovals } from './approval/used-approvals.ts';
// Audit
export type {
  AuditEvent,
  AuditedCall,
  AuditedRecords,
  AuditIntent,
  AuditOutcome,
  NamedIds,
} from './audit/audit-event.ts';
export type { AuditFilter } from './audit/audit-filter.ts';
export { type AuditLog, type AuditLogSource, createAuditLog } from './audit/audit-log.ts';
export type {
  AuditChainReport,
  AuditProblem,
  AuditProblemKind,
  AuditReport,
} from './audit/audit-report.ts';
export type { AuditSink } from './audit/audit-sink.ts';
export type { AuditEntry, SkippedLine } from './audit/chain/chain-reader.ts';
export { createJsonLinesSink } from './audit/json-lines-sink.ts';
export { type AuditReading, readAuditLog } from './audit/read-audit-log.ts';
export { type VerifyOptions, verifyAuditLog } from './audit/verify-audit-log.ts';
// Calls
export type { CallContext, Caller, CallRequest, Progress, Trace } from './context.ts';
export { createDispatcher, type Dispatch, type DispatcherSource } from './dispatch.ts';
// Errors
export { type ErrorCode, errorCodes } from './errors/codes.ts';
export { toErrorJson } from './errors/error-json.ts';
export {
  type CallOutcome,
  ToolError,
  type ToolErrorFields,
  type ToolErrorShape,
} from './errors/tool-error.ts';
// Approval
export { type ApprovalSource, createApproval } from './middleware/approval.ts';
export { type AuditOptions, createAudit } from './middleware/audit.ts';
export { createIntent } from './middleware/intent.ts';
export type { Call, Middleware, Next, Onion, Place } from './middleware/middleware.ts';
export { createStateKeeper } from './middleware/state.ts';
export type { ApprovalAnswer, ApprovalRequest, Outcome, ResultOutcome } from './outcome.ts';
// Meta tools
export type { Forecast, Preflight } from './preflight.ts';
// Record pipelines
export {
  createRunFilesFolder,
  type RunFile,
  type RunFileReference,
  type RunFiles,
} from './records/background/run-files.ts';
export {
  createRecordPipelines,
  type RecordPipelines,
  type RecordPipelinesSource,
} from './records/record-pipelines.ts';
export type {
  RecordOperation,
  RecordPaging,
  RecordResource,
  RecordTypeSource,
} from './records/record-resource.ts';
export type { IsMember } from './records/refuse-operation.ts';
// Secrets
export { redactText, redactValue } from './redaction/redact.ts';
export { createRegistry, type Registry, type RegistrySource } from './registry.ts';
// Results
export { present, type WireContent, type WireResult } from './results/present.ts';
export {
  createMemoryResultStore,
  type ResultStore,
  type ResultStoreLimits,
  type StoredResult,
} from './results/result-store.ts';
// Durable runs
export { type Claim, type Execute, type Execution, ExecutionEnded } from './runs/execution.ts';
export {
  createMemoryRunEngine,
  type MemoryRunEngine,
  type MemoryRunEngineSource,
} from './runs/memory-run-engine.ts';
export type { NewRun, Run, RunEnding, RunPatch, RunStatus } from './runs/run.ts';
export type { RunEngine, RunFilter } from './runs/run-engine.ts';
export type { CallBounds, WorkflowTarget } from './runs/target.ts';
export { createFence, type Fence } from './schema/fence.ts';
export { type VisitMarked, visitMarked } from './schema/marked-values.ts';
export { id, type Mark, marks, untrusted } from './schema/marks.ts';
export { makeVisible } from './schema/visible-text.ts';
export type { Synonyms } from './search/synonyms.ts';
export { toSummary } from './search/tool-summary.ts';
// State
export { defineState, type StateDefinition, type StateShape } from './state/define-state.ts';
export {
  createStateStore,
  type StateSlot,
  type StateSource,
  type StateStore,
  type StateStoreLimits,
  type StoredValue,
} from './state/state-store.ts';
export { emptyState, type StateView } from './state/state-view.ts';
export { suggest } from './suggest.ts';
// Surface and search
export { isListed, type Surface, surfaces } from './surface/surface.ts';
export {
  type ApprovalReason,
  classOf,
  defineTool,
  type Effect,
  type LookupResult,
  type PermissionRequirement,
  type PickingToolSource,
  type PlannedCall,
  type Reach,
  Reply,
  type Stores,
  type StoreValue,
  type ToolClass,
  type ToolDefinition,
  type ToolSource,
} from './tool.ts';
export { metaTools } from './tools/meta/index.ts';
export { type ObjectSchema, toWireList, toWireTool, type WireTool } from './wire.ts';
export { inputOf, stepIdOf, type WorkflowInput, workflowKind } from './workflow/workflow-input.ts';
// Workflows
export {
  type CheckTarget,
  createWorkflows,
  type Workflows,
  type WorkflowsSource,
} from './workflow/workflows.ts';
