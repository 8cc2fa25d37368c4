import * as z from 'zod';
import {
  type ApprovalPolicy,
  createApproval,
  createApprovalTickets,
  type Dispatch,
  defaultApprovalPolicy,
  defineState,
  defineTool,
  id,
  type ToolDefinition,
} from '../../src/index.ts';
import { createUsedApprovals } from '../approval-fakes.ts';
import { ManualClock } from '../fakes.ts';
import { type StateWorld, startStateWorld } from '../state/state-world.ts';

/** Lists of people, made by a scan and worked on by tools that need an approval. */
const raidState = defineState({ suspects: () => z.array(z.string()) });

export interface RaidWorld extends StateWorld {
  /** Everybody who was banned, in order. */
  readonly banned: string[];
  /** Sets the list as another call of the same caller would. */
  scan(suspects: readonly string[], stateId?: string): Promise<unknown>;
  readonly dispatch: Dispatch;
}

export function startRaidWorld(
  more: { policy?: Partial<ApprovalPolicy>; tools?: readonly ToolDefinition[] } = {},
): RaidWorld {
  const clock = new ManualClock();
  const banned: string[] = [];
  const approval = createApproval({
    policy: () => ({ ...defaultApprovalPolicy, ...more.policy }),
    describe: async ({ args }) => ({
      lines: [`guild: ${String(args['guild_id'])}`],
      guilds: [String(args['guild_id'])],
    }),
    tickets: createApprovalTickets({
      realm: 'test',
      key: async () => new TextEncoder().encode('a key for tests that is long enough'),
      clock,
    }),
    used: createUsedApprovals(),
  });
  const tools = [...raidTools(banned), ...(more.tools ?? [])];
  const world = startStateWorld(raidState, tools, { clock, onion: { approval } });
  return {
    ...world,
    banned,
    scan: (suspects, stateId = 'default') =>
      world.call('raid_scan', { suspects, state_id: stateId }),
  };
}

function raidTools(banned: string[]): ToolDefinition[] {
  const guildId = () => id('guild', /^\d{1,20}$/);
  return [
    defineTool({
      name: 'raid_scan',
      category: 'raids',
      title: 'Scan',
      description: 'Lists suspects.',
      input: () => z.strictObject({ suspects: z.array(z.string()) }),
      output: () => z.object({ count: z.int() }),
      effect: 'read',
      run: async ({ suspects }) => suspects,
      returns: (suspects) => ({ count: suspects.length }),
      stores: 'suspects',
    }),
    defineTool({
      name: 'raid_ban',
      category: 'raids',
      title: 'Ban the suspects',
      description: 'Bans everybody on the list.',
      input: () => z.strictObject({ guild_id: guildId(), reason: z.string().optional() }),
      output: () => z.object({ banned: z.int() }),
      effect: 'idempotent',
      destructive: true,
      requires: 'suspects',
      previewLines: async (_args, context) => {
        const suspects = raidState.peek(context, 'suspects') ?? [];
        return [`members: ${suspects.length}`, ...suspects.map((name) => `- ${name}`)];
      },
      run: async (_args, context) => {
        const suspects = raidState.get(context, 'suspects');
        banned.push(...suspects);
        return { banned: suspects.length };
      },
    }),
  ];
}
