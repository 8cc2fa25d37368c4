import { defaultApprovalPolicy } from '@guildline/mcp-core';

/** What holds where nothing is configured. The published schema states the same. */
export const defaults = {
  surface: 'progressive',
  readOnly: false,
  approval: defaultApprovalPolicy,
  discord: { replicas: 1 },
  workflows: { retentionDays: 30 },
  audit: { reads: false, maximumBytes: 16 * 1024 * 1024 },
} as const;
