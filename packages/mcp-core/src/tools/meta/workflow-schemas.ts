import * as z from 'zod';
import { id } from '../../schema/marks.ts';
import { flowKeys, quietlyStrict } from './steps-schema.ts';

const snowflake = /^\d{17,20}$/;

/** Where the ids of a target are meant to be judged: `guild`, or what only names a workflow. */
function targetKeys(kinds: { readonly guild: string; readonly channel: string }) {
  return {
    profile_id: z
      .string()
      .min(1)
      .max(128)
      .describe('Trusted bot profile binding; never a filesystem path.'),
    bot_id: id('bot', snowflake).describe('Expected bot identity binding.').optional(),
    guild_id: id(kinds.guild, snowflake).describe('Target guild binding.').optional(),
    channel_id: id(kinds.channel, snowflake).describe('Target channel binding.').optional(),
  };
}

/** One step of a workflow. */
function workflowStep() {
  return quietlyStrict({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/)
      .optional(),
    tool: z.string().min(1).max(64),
    args: z.record(z.string(), z.unknown()),
    ...flowKeys(),
  });
}

/** The input of `workflow_start`: its document's, the keys of pipeline steps, and a key of its own. */
export function workflowStartInput() {
  return quietlyStrict({
    target: quietlyStrict(targetKeys({ guild: 'guild', channel: 'channel' })).describe(
      'Immutable profile and Discord target binding.',
    ),
    steps: z.array(workflowStep()).min(1).max(128).describe('At most 128 bounded steps.'),
    idempotency_key: z
      .string()
      .min(1)
      .max(200)
      .describe('Your own name for this start: the same key starts no second workflow.')
      .optional(),
  });
}

/**
 * The target of a workflow that is there already. Its ids only name the workflow: they may lead where
 * the caller may not go any more, and stopping it has to work all the same.
 */
export function boundTarget() {
  return z
    .strictObject(targetKeys({ guild: 'bound guild', channel: 'bound channel' }))
    .describe('Exactly the target that the workflow was started with.');
}

/** What every call about one workflow names it by. */
export function referenceKeys() {
  return { id: id('workflow', /^wf_[0-9a-f]{32}$/), target: boundTarget() };
}

/** Where a workflow stands. Source: the output schema of `workflow_start`. */
export function workflowSummary() {
  return z.strictObject({
    id: z.string(),
    status: z.string(),
    target: z.strictObject({
      profile_id: z
        .string()
        .min(1)
        .max(128)
        .describe('Trusted bot profile binding; never a filesystem path.'),
      bot_id: z.string().regex(snowflake).describe('Expected bot identity binding.').optional(),
      guild_id: z.string().regex(snowflake).describe('Target guild binding.').optional(),
      channel_id: z.string().regex(snowflake).describe('Target channel binding.').optional(),
    }),
    current_step: z.number(),
    total_steps: z.number(),
    completed_steps: z.number(),
    cancel_requested: z.boolean(),
    updated_at: z.string(),
    failure: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  });
}
