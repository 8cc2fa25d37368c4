import { toMark } from './call-key.ts';
import { makeCall } from './make-call.ts';
import { places } from './places.ts';
import type { MadeCall, Making } from './writing-calls.ts';

/** A step as `mcp_pipeline` takes it. */
export interface MadeStep extends MadeCall {
  readonly id?: string;
  readonly continue_on_error?: boolean;
}

/** The steps of a pipeline: single calls, or a few that hand their results on. */
export function makePipeline(making: Making, nextNumber: () => number): MadeStep[] {
  const { random } = making;
  if (random.chance(0.4)) return chained(nextNumber(), nextNumber(), nextNumber());
  return Array.from({ length: random.between(2, 5) }, () => ({
    ...makeCall({ ...making, number: nextNumber() }),
    continue_on_error: random.chance(0.5),
  }));
}

function chained(first: number, second: number, third: number): MadeStep[] {
  const { guild: guild_id, general: channel_id } = places;
  return [
    {
      id: 'role',
      tool: 'roles_create',
      args: { guild_id, name: `soak ${first}`, audit_reason: toMark(first) },
    },
    {
      id: 'send',
      tool: 'messages_send',
      args: { channel_id, content: `${toMark(second)} role {{role.id}} is there` },
    },
    {
      id: 'grant',
      tool: 'members_add_role',
      args: {
        guild_id,
        user_id: places.host,
        role_id: '{{role.id}}',
        audit_reason: toMark(third),
      },
    },
  ];
}
