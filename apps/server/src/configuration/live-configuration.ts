import type { ApprovalPolicy, Caller } from '@guildline/mcp-core';
import { type Access, createAccessPolicy, localCallerId } from './access-policy.ts';
import { createApprovalPolicy } from './approval-policy.ts';
import type { Configuration } from './configuration.ts';

/** The part of a configuration that may change while the server runs, asked anew for each call. */
export interface LiveConfiguration {
  access(caller: Caller): Access;
  approval(): ApprovalPolicy;
  /** A caller that is configured now, for work that goes on without it. */
  callerOf(id: string): Caller | undefined;
  /** Takes groups, callers, lists, read-only and approval from another configuration. */
  replace(configuration: LiveSettings): void;
}

type LiveSettings = Parameters<typeof createAccessPolicy>[0] &
  Pick<Configuration, 'approval' | 'callers'>;

/** Holds what counts at once, so that no part of the server goes on with what was configured before. */
export function createLiveConfiguration(configuration: LiveSettings): LiveConfiguration {
  let now = read(configuration);
  return {
    access: (caller) => now.access(caller),
    approval: () => now.approval,
    callerOf: (id) => {
      if (id === localCallerId) return { id, groups: [] };
      const groups = Object.hasOwn(now.callers, id) ? now.callers[id]?.groups : undefined;
      return groups && { id, groups };
    },
    replace: (next) => {
      now = read(next);
    },
  };
}

function read(configuration: LiveSettings) {
  return {
    access: createAccessPolicy(configuration),
    approval: createApprovalPolicy(configuration.approval),
    callers: configuration.callers,
  };
}
