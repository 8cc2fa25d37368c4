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
  WORKFLOW_KEY_CONFLICT: 'The idempotency key belongs to a workflow with other steps.',
  WORKFLOW_NOT_WAITING: 'No step of the workflow waits for this answer or verdict.',
  WORKFLOW_UNAVAILABLE: 'This process does not serve workflows; the message says why.',
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
  INTERNAL_ERROR: 'A defect of the server.',
} as const;

/** A code of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;
