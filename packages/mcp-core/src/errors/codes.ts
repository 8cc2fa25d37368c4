/**
 * Every code a tool error can carry, with what it means and what helps. The documentation's table
 * is generated from this list.
 */
export const errorCodes = {
  VALIDATION_ERROR: 'The arguments do not fit the input schema.',
  UNKNOWN_TOOL: 'A step names a tool that does not exist.',
  TOOL_DISABLED: 'The tool exists and this server was configured without it.',
  READ_ONLY: 'The server runs read-only and the call would write.',
  GUILD_NOT_ALLOWED: 'The call names or reaches a guild outside the allow-list.',
  CHANNEL_NOT_ALLOWED: 'The call names or reaches a channel outside the allow-list.',
  NOT_AUTHORIZED: 'This caller may not use the tool.',
  CONFIRMATION_REQUIRED: 'A person has to approve the call first.',
  CONFIRMATION_INVALID: 'The approval does not belong to this call, has expired or was used.',
  AUDIT_UNAVAILABLE: 'The audit log cannot be written, so nothing is changed; reads go on.',
  STATE_REQUIRED: 'Another tool has to store something first.',
  PIPELINE_RECURSION: 'A pipeline cannot contain a pipeline.',
  PIPELINE_INVALID: 'The check before step 1 found problems; nothing ran.',
  PIPELINE_REFERENCE_UNRESOLVED: 'A template refers to something that is not there.',
  PIPELINE_TIMEOUT: 'The deadline came before the step could run.',
  PIPELINE_PROMOTED: 'The pipeline goes on as a workflow.',
  WORKFLOW_NOT_FOUND: 'This caller has no workflow with that id and exactly that target.',
  WORKFLOW_TARGET_MISMATCH: 'A call would leave what the workflow is bound to.',
  WORKFLOW_NESTING: 'A workflow cannot contain a tool that calls other tools.',
  WORKFLOW_RUNNING: 'The workflow is queued or running; it can be resumed once it has stopped.',
  WORKFLOW_VERDICT_REQUIRED:
    'A step may or may not have been applied; the workflow goes on once somebody has decided.',
  WORKFLOW_KEY_CONFLICT: 'The idempotency key belongs to a workflow with other steps.',
  WORKFLOW_NOT_WAITING: 'No step of the workflow waits for this answer or verdict.',
  WORKFLOW_UNAVAILABLE: 'This process does not serve workflows; the message says why.',
  RECORD_PIPELINE_INVALID: 'The check of a record pipeline found problems; nothing ran.',
  RECORD_SPEC_INVALID: 'The spec of a record pipeline has the wrong shape.',
  RECORD_UNKNOWN_RESOURCE: 'A step names a resource that does not exist, or is not yours to use.',
  RECORD_UNKNOWN_OPERATION: 'A step names an operation that its resource does not have.',
  RECORD_UNKNOWN_TRANSFORM: 'A step names a transform that does not exist.',
  RECORD_SOURCE_INVALID: 'Step 0 is no source of records, or the source cannot be read as one.',
  RECORD_TERMINAL_MISPLACED: 'A transform that renders the artifact is not in the last step.',
  RECORD_TYPE_MISMATCH: 'What a step gives does not fit what takes it.',
  RECORD_SETTINGS_INVALID: 'The settings of an operation or transform do not fit.',
  RECORD_TEMPLATE_INVALID: 'A template in the settings cannot be used there.',
  RECORD_TEMPLATE_UNRESOLVED: 'A record lacks a field that a template reads.',
  RECORD_TRANSFORM_FAILED: 'A transform cannot shape a record.',
  RECORD_UNREADABLE: 'A line of a source cannot be read as a record.',
  RECORD_NOT_RESUMABLE:
    'A background pipeline writes, and its artifact could not be continued after a crash.',
  RECORD_CALLER_TOKEN_REQUIRED:
    'The resource needs a token minted for the caller, which a pipeline does not have.',
  RECORD_ARTIFACT_TOO_LARGE: 'The artifact is larger than this server keeps.',
  RECORD_RUN_NOT_FOUND: 'This caller has no background run with that handle.',
  RECORD_RUN_BROKEN: 'What a background run had written is not where it was; it cannot go on.',
  CANCELLED: 'The caller cancelled.',
  OUTCOME_UNKNOWN: 'The request was sent and no answer came; it may have been applied.',
  DISCORD_PERMISSION_DENIED: 'The bot lacks a permission, which the message names.',
  DISCORD_HIERARCHY: "The target's highest role is not below the bot's.",
  DISCORD_NOT_FOUND: 'Discord knows no such object, or the bot cannot see it.',
  DISCORD_INVALID_REQUEST: 'Discord refused the request; details list its field errors.',
  DISCORD_RATE_LIMITED: 'A rate limit would hold the call longer than its deadline.',
  DISCORD_UNAUTHORIZED: 'Discord refused the bot token, or none is set.',
  DISCORD_UNAVAILABLE: 'Discord answered with a server error or could not be reached.',
  DISCORD_TIMEOUT: 'No complete answer came before the deadline.',
  DISCORD_BLOCKED: 'Something in front of Discord (Cloudflare, a proxy) refused the request.',
  UPSTREAM_FAILED: 'An upstream MCP server refused the call, or says that it failed.',
  UPSTREAM_UNAVAILABLE:
    'An upstream MCP server could not be started or reached, or was lost before it answered.',
  UPSTREAM_TIMEOUT: 'An upstream MCP server gave no answer in time.',
  UPSTREAM_INVALID_RESULT:
    'An upstream MCP server gave a result that is too large or not of the promised shape.',
  FILE_NOT_ALLOWED: 'The file is not in a folder that may be read, or is none that can be read.',
  INTERNAL_ERROR: 'A defect of the server.',
} as const;

/** A code of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;
