import type { ApprovalPolicy } from '@guildline/mcp-core';
import type { ApprovalSettings } from './configuration.ts';

/** The configured approval policy, for the approval middleware. */
export function createApprovalPolicy(settings: ApprovalSettings): ApprovalPolicy {
  const { categories, massMentions, maximumMembers, withoutElicitation } = settings;
  return {
    modeOf: (category) => categories[category] ?? 'once-per-batch',
    withoutElicitation,
    maximumMembers,
    massMentions,
  };
}
