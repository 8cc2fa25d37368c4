import { createFence, ToolError, type ToolErrorFields } from '@guildline/mcp-core';
import type { UpstreamToolSettings } from '../configuration/upstream-settings.ts';
import type { UpstreamFault } from './upstream-fault.ts';

/**
 * A fault as the error of a tool. A read changed nothing, whatever happened; of a write that was sent
 * and not answered nobody knows. What the upstream says of its own failure does not prove that nothing
 * was changed.
 */
export function explainFault(fault: UpstreamFault, tool: UpstreamToolSettings): ToolError {
  return new ToolError({ ...toFields(fault, tool), cause: fault });
}

function toFields(fault: UpstreamFault, tool: UpstreamToolSettings): ToolErrorFields {
  const said = fault.said === undefined ? '' : ` It says: ${createFence()(fault.said)}`;
  const message = `${tool.name}: ${fault.message}.${said}`;
  const isWrite = tool.effect !== 'read';
  switch (fault.kind) {
    case 'unavailable':
      return { code: 'UPSTREAM_UNAVAILABLE', message: `${message} ${later}`, retriable: true };
    case 'refused':
      return { code: 'UPSTREAM_FAILED', message: `${message} Nothing was done.` };
    case 'failed':
      return {
        code: 'UPSTREAM_FAILED',
        message: isWrite ? `${message} ${whetherDone}` : message,
        outcome: isWrite ? 'unknown' : 'not_applied',
      };
    case 'unusable':
      return {
        code: 'UPSTREAM_INVALID_RESULT',
        message: isWrite ? `${message} The call was answered, so it was made.` : message,
        outcome: isWrite ? 'applied' : 'not_applied',
      };
    default:
      return isWrite && fault.sent ? toUnknown(message, tool) : toUnanswered(fault, message);
  }
}

const later = 'Call again later; if it goes on, ask whoever runs this server to look at its log.';
const whetherDone = 'Whether something was changed is not known; look before calling again.';

function toUnanswered({ kind }: UpstreamFault, message: string): ToolErrorFields {
  if (kind === 'cancelled') return { code: 'CANCELLED', message };
  const code = kind === 'timeout' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE';
  return { code, message: `${message} Nothing was changed; call again.`, retriable: true };
}

function toUnknown(message: string, { effect }: UpstreamToolSettings): ToolErrorFields {
  const repeatable = effect === 'idempotent';
  const advice = repeatable
    ? 'It may have been applied; repeating it changes nothing more: call again.'
    : 'It may have been applied; look whether it was before calling again.';
  return {
    code: 'OUTCOME_UNKNOWN',
    message: `${message} ${advice}`,
    outcome: 'unknown',
    retriable: repeatable,
  };
}
