/** What a workflow is bound to, as its start says. Source: the `workflow_start` input schema. */
export interface WorkflowTarget {
  readonly profile_id: string;
  readonly bot_id?: string | undefined;
  readonly guild_id?: string | undefined;
  readonly channel_id?: string | undefined;
}

/**
 * Where a call has to stay, beside what its caller may do: a call whose ids lead out of the guild is
 * refused with `WORKFLOW_TARGET_MISMATCH` before it runs, and so is a write outside the channel.
 */
export type CallBounds = Pick<WorkflowTarget, 'guild_id' | 'channel_id'>;
