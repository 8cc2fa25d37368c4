import { defaultApprovalPolicy } from '@guildline/mcp-core';

/** What holds where nothing is configured. The published schema states the same. */
export const defaults = {
  readOnly: false,
  approval: defaultApprovalPolicy,
  audit: { reads: false, maximumBytes: 16 * 1024 * 1024 },
} as const;
