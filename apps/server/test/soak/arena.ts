import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDiscordClient,
  createDiscordDescriber,
  createDiscordScope,
  discordState,
} from '@guildline/discord-adapter';
import {
  defaultWorld,
  type Exchange,
  type Simulator,
  startSimulator,
  type World,
} from '@guildline/discord-simulator';
import {
  createApproval,
  createApprovalTickets,
  createDispatcher,
  createRegistry,
  createSecretKeyFile,
  createStateKeeper,
  createStateStore,
  createUsedApprovalsFolder,
  type Dispatch,
  defaultApprovalPolicy,
} from '@guildline/mcp-core';
import { createServerAudit } from '../../src/audit/create-server-audit.ts';
import { createAccessPolicy } from '../../src/configuration/access-policy.ts';
import { createToolSet } from '../../src/tool-set.ts';
import { places } from './places.ts';
import { Pools } from './pools.ts';

/** A server put together as `composeGuildline` does it, beside a simulator whose limits are off. */
export interface Arena {
  readonly simulator: Simulator;
  readonly dispatch: Dispatch;
  readonly pools: Pools;
  readonly dataDirectory: string;
  readonly now: () => number;
  /** Lets an hour pass for the client, so that no hold from a 429 is left. */
  skipHolds(): void;
  /** How many requests have ended without an answer. */
  readonly unanswered: () => number;
  /** Ends the server, so that nothing more is sent and the audit log is complete. */
  closeServer(): Promise<void>;
  close(): Promise<void>;
}

/** Everybody who calls, by id; what each may do is in {@link openArena}. */
export const callerIds = ['local', 'alice', 'reader', 'talker', 'fenced', 'stranger'] as const;

const openGroup = {
  guilds: undefined,
  channels: undefined,
  categories: undefined,
  tools: undefined,
  readOnly: false,
};

const access = createAccessPolicy({
  allowed: { guilds: undefined, channels: undefined },
  readOnly: false,
  localUser: undefined,
  groups: {
    everything: openGroup,
    reading: { ...openGroup, readOnly: true },
    talking: { ...openGroup, categories: ['messages', 'reactions', 'threads'] },
    fenced: { ...openGroup, guilds: [places.guild], channels: [places.general] },
  },
  callers: {
    alice: { groups: ['everything'] },
    reader: { groups: ['reading'] },
    talker: { groups: ['talking'] },
    fenced: { groups: ['fenced'] },
  },
});

/** Starts it all. Close it in the same test. */
export async function openArena(): Promise<Arena> {
  const pools = new Pools();
  let unanswered = 0;
  const observe = ({ status }: Exchange) => {
    if (status === 0) unanswered += 1;
  };
  const simulator = await startSimulator({ limits: 'off', world: bigWorld(pools), observe });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'guildline-soak-'));
  const now = () => performance.timeOrigin + performance.now();
  const clock = { now };
  let skipped = 0;
  const client = createDiscordClient({
    token: simulator.token,
    apiUrl: simulator.url,
    clock: { now: () => now() + skipped },
    // Waits are over at once: the client's clock is set to their end.
    wait: async (milliseconds) => {
      skipped += milliseconds;
    },
    limits: {
      globalRequestsPerSecond: 1_000_000,
      invalidRequests: 1_000_000,
      faultsInARow: 1_000_000,
    },
  });
  const audit = createServerAudit({
    dataDirectory,
    clock,
    maximumBytes: 1024 * 1024,
    report: (message) => {
      throw new Error(message);
    },
  });
  const store = createStateStore({ clock });
  const tools = createRegistry({ tools: createToolSet(client, { store }), state: discordState });
  const approval = createApproval({
    policy: () => defaultApprovalPolicy,
    describe: createDiscordDescriber({ client }),
    tickets: createApprovalTickets({
      realm: 'soak',
      key: createSecretKeyFile(join(dataDirectory, 'approval.key')),
      clock,
    }),
    used: createUsedApprovalsFolder(join(dataDirectory, 'approvals'), clock),
  });
  const scope = createDiscordScope({
    client,
    clock,
    listsOf: (caller, tool) => access(caller).scopesOf(tool),
  });
  const dispatch = createDispatcher({
    tools,
    clock,
    rightsOf: access,
    onion: { ...audit.onion, scope, state: createStateKeeper({ store }), approval },
  });
  const closeServer = async () => {
    await client.close();
    await audit.close();
  };
  return {
    simulator,
    dispatch,
    pools,
    dataDirectory,
    now,
    skipHolds: () => {
      skipped += 3_700_000;
    },
    unanswered: () => unanswered,
    closeServer,
    close: async () => {
      await closeServer();
      await simulator.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

/** The default world with people to ban and messages to react to and to delete. */
function bigWorld(pools: Pools): World {
  const world = defaultWorld();
  const [main] = world.guilds ?? [];
  for (let index = 0; index < 1500; index += 1) {
    const id = String(300_000_000_000_000_000n + BigInt(index));
    world.users?.push({ id, username: `soaked${index}` });
    main?.members?.push({ user_id: id });
    pools.members.push(id);
  }
  const yesterday = BigInt(Date.now() - 86_400_000 - 1_420_070_400_000) << 22n;
  for (let index = 0; index < 1200; index += 1) {
    const message_id = String(yesterday + BigInt(index));
    const forReactions = index < 400;
    const channel_id = forReactions ? places.rules : places.general;
    world.messages?.push({ id: message_id, channel_id, author_id: places.host, content: 'Hello.' });
    if (forReactions) pools.forReactions.push(message_id);
    else pools.messages.push({ channel_id, message_id });
  }
  return world;
}
