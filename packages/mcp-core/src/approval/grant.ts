/** What a person was shown of one step of a batch; the step may not become more than that. */
export interface StepGrant {
  readonly tool: string;
  /** True if templates are filled in after the person saw the step. */
  readonly templated: boolean;
  /** The guilds that the batch was shown to touch. */
  readonly guilds: readonly string[];
  /** How many objects the step was shown to touch at most. */
  readonly count: number;
  /** Digest of the state that the step was shown to work with; absent if its tool requires none. */
  readonly state?: string;
}
