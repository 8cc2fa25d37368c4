import { type CallContext, type LookupResult, ToolError } from '@guildline/mcp-core';
import { Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import type { Discord } from '../../discord.ts';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { idAt, judgeCreated } from '../created-since.ts';
import { type ApiInvite, inviteOutput, toInvite } from './invite.ts';

/** Seconds that Discord gives an invite for which no age is said. */
const standardAge = 86_400;

export const invitesCreate = defineDiscordTool({
  name: 'invites_create',
  category: 'invites',
  title: 'Create an invite',
  description:
    'Creates an invite to a channel, by default for one day and any number of uses. Without unique, Discord may answer with an invite of the bot that has the same settings. Returns code and link.',
  input: newInvite,
  output: inviteOutput,
  effect: 'once',
  permissions: ['CREATE_INSTANT_INVITE'],
  routes: ['POST /channels/{channel_id}/invites', 'GET /channels/{channel_id}/invites'],
  run: async ({ channel_id, audit_reason, ...body }, discord) =>
    toInvite(
      await discord.post<ApiInvite>(Routes.channelInvites(channel_id), {
        body,
        reason: audit_reason,
      }),
    ),
  lookup: findCreatedInvite,
});

function newInvite() {
  return z.strictObject({
    channel_id: snowflake('channel'),
    max_age: z
      .int()
      .min(0)
      .max(5_184_000)
      .describe('Seconds; 0 never expires. Default one day.')
      .optional(),
    max_uses: z.int().min(0).max(100).describe('0 is unlimited, the default.').optional(),
    temporary: z
      .boolean()
      .describe('Members leave with their connection unless given a role.')
      .optional(),
    unique: z.boolean().describe('Never reuse an invite with these settings.').optional(),
    audit_reason: auditReason(),
  });
}

async function findCreatedInvite(
  wanted: z.output<ReturnType<typeof newInvite>>,
  since: number,
  discord: Discord,
  { clock }: CallContext,
): Promise<LookupResult<z.input<ReturnType<typeof inviteOutput>>>> {
  try {
    const invites = await discord.get<ApiInvite[] | null>(Routes.channelInvites(wanted.channel_id));
    const botId = await discord.botId();
    const alike = (invites ?? [])
      .filter((invite) => invite.inviter?.id === botId && isAlike(invite, wanted))
      .map((invite) => ({ id: idAt(Date.parse(invite.created_at ?? '') || 0), invite }));
    // An invite disappears when it is used up or expires; then a list without it proves nothing.
    const age = wanted.max_age ?? standardAge;
    const isComplete = !wanted.max_uses && (age === 0 || since + age * 1000 > clock.now());
    const judged = judgeCreated(alike, since, ({ invite }) => toInvite(invite));
    return judged.outcome === 'absent' && !isComplete ? { outcome: 'unsure' } : judged;
  } catch (error) {
    // To list invites takes MANAGE_CHANNELS, to create one does not.
    if (error instanceof ToolError && error.code === 'DISCORD_PERMISSION_DENIED') {
      return { outcome: 'unsure' };
    }
    throw error;
  }
}

function isAlike(invite: ApiInvite, wanted: z.output<ReturnType<typeof newInvite>>): boolean {
  return (
    invite.max_age === (wanted.max_age ?? standardAge) &&
    invite.max_uses === (wanted.max_uses ?? 0) &&
    invite.temporary === (wanted.temporary ?? false)
  );
}
