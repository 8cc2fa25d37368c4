import { defaultApprovalPolicy } from '@guildline/mcp-core';

/** What holds where nothing is configured. The published schema states the same. */
export const defaults = {
  surface: 'progressive',
  readOnly: false,
  approval: defaultApprovalPolicy,
  discord: { replicas: 1, requestTimeoutSeconds: 15 },
  workflows: { retentionDays: 30 },
  upstreams: { timeoutSeconds: 30, concurrency: 4 },
  recordFiles: { maximumBytes: 256 * 1024 * 1024 },
  maximumRecords: 100_000,
  audit: { reads: false, maximumBytes: 16 * 1024 * 1024 },
} as const;
