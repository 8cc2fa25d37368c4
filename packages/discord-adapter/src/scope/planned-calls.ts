import type { Call, PlannedCall } from '@guildline/mcp-core';

/**
 * The calls that a composer's arguments hold. A tool that only looks at calls, as
 * `mcp_pipeline_check` does, makes none and has them as `steps`.
 */
export function plannedCalls({ tool, args }: Pick<Call, 'tool' | 'args'>): readonly PlannedCall[] {
  const planned = tool.calls?.(args) ?? [];
  if (planned.length > 0 || !tool.calls) return planned;
  const steps = Object.hasOwn(args, 'steps') ? args['steps'] : undefined;
  return Array.isArray(steps) ? steps.filter(isPlannedCall) : [];
}

function isPlannedCall(step: unknown): step is PlannedCall {
  if (typeof step !== 'object' || step === null) return false;
  const { tool, args } = step as Partial<PlannedCall>;
  return typeof tool === 'string' && typeof args === 'object' && args !== null;
}
