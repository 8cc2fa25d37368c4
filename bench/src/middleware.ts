import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiscordDescriber, createDiscordScope } from '@guildline/discord-adapter';
import {
  type Caller,
  createApproval,
  createApprovalTickets,
  createAudit,
  createAuditLog,
  createDispatcher,
  createIntent,
  createRegistry,
  createUsedApprovalsFolder,
  type Dispatch,
  defaultApprovalPolicy,
  defineTool,
  id,
  type ToolDefinition,
  untrusted,
} from '@guildline/mcp-core';
import * as z from 'zod';
import { type Row, time } from './table.ts';

const rounds = 200;
/** A transport always hands one over. */
const { signal } = new AbortController();
const caller: Caller = { id: 'moderator', groups: ['moderators'] };
const args = {
  guild_id: '111122223333444455',
  channel_id: '222233334444555566',
  text: 'Office hours start in 30 minutes!',
};

function defineNote(name: string, effect: 'read' | 'idempotent'): ToolDefinition {
  return defineTool({
    name,
    category: 'notes',
    title: name,
    description: name,
    input: () =>
      z.strictObject({
        guild_id: id('guild', /^\d{17,20}$/),
        channel_id: id('channel', /^\d{17,20}$/),
        text: z.string().max(2000),
      }),
    output: () => z.object({ note_id: z.string(), text: untrusted(z.string()) }),
    effect,
    run: async ({ text }) => ({ note_id: '333344445555666677', text }),
  });
}

/** What all checks cost with warm caches, beside the bare tool: schemas and `run`. */
export async function benchMiddleware(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guildline-bench-'));
  const [read, write] = [defineNote('notes_read', 'read'), defineNote('notes_write', 'idempotent')];
  const clock = { now: () => performance.timeOrigin + performance.now() };
  const key = async () => new Uint8Array(32).fill(7);
  const log = createAuditLog({ folder: join(folder, 'audit'), key, clock });
  try {
    const dispatch = compose([read, write], folder, log);
    return [
      await compare('all checks around a read', dispatch, read, 20),
      await compare('all checks around an audited write', dispatch, write, 200),
    ];
  } finally {
    await log.close();
    await rm(folder, { recursive: true });
  }
}

function compose(
  tools: readonly ToolDefinition[],
  folder: string,
  log: ReturnType<typeof createAuditLog>,
): Dispatch {
  const clock = { now: () => performance.timeOrigin + performance.now() };
  // Discord's answer to the one look-up that scope makes; it is remembered.
  const client = {
    read: async () => ({ id: args.channel_id, type: 0, guild_id: args.guild_id }) as never,
  };
  const lists = { guilds: new Set([args.guild_id]), channels: new Set([args.channel_id]) };
  return createDispatcher({
    tools: createRegistry({ tools }),
    clock,
    rightsOf: () => ({ mayUse: ({ category }) => category === 'notes', readOnly: false }),
    onion: {
      audit: createAudit(log),
      scope: createDiscordScope({ client, clock, listsOf: () => [lists] }),
      approval: createApproval({
        policy: () => defaultApprovalPolicy,
        describe: createDiscordDescriber({ client }),
        tickets: createApprovalTickets({
          realm: 'bench',
          key: async () => new Uint8Array(32),
          clock,
        }),
        used: createUsedApprovalsFolder(join(folder, 'approvals'), clock),
      }),
      intent: createIntent(log),
    },
  });
}

async function compare(
  what: string,
  dispatch: Dispatch,
  tool: ToolDefinition,
  target: number,
): Promise<Row> {
  const checked = await perCall(async () => {
    const outcome = await dispatch(tool.name, args, { caller, signal });
    if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  });
  const bare = await perCall(async () => {
    const parsed = tool.input().parse(args);
    tool.output().parse(await tool.run(parsed, undefined as never));
  });
  const cost = checked - bare;
  return {
    what,
    measured: `${cost.toFixed(1)} µs`,
    baseline: `${bare.toFixed(1)} µs bare tool`,
    ratio: `${(checked / bare).toFixed(1)}×`,
    target: `≤ ${target} µs`,
    met: cost <= target,
  };
}

/** Median microseconds of one call, over rounds of calls one after the other. */
async function perCall(call: () => Promise<void>): Promise<number> {
  const round = async () => {
    for (let count = 0; count < rounds; count += 1) await call();
  };
  await time(100, round);
  return ((await time(25, round)) / rounds) * 1000;
}
