import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoggedRequest, type Simulator, startSimulator } from '@guildline/discord-simulator';
import type { ApprovalAnswer, WireResult } from '@guildline/mcp-core';
import { composeGuildline, type Guildline, localUser } from '../../src/compose.ts';
import { loadSettings } from '../../src/settings.ts';
import { ids, worldWith } from './world.ts';

/** A whole server inside the test, with a simulated Discord behind it. */
export interface Rig {
  readonly guildline: Guildline;
  readonly simulator: Simulator;
  /** Puts a text everywhere, and forgets the requests. */
  plant(text: string): void;
  /** A call as a client makes it that cannot ask its person. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<WireResult>;
  /** The preview that a client which can ask is to show, or the result if nothing is asked. */
  ask(
    name: string,
    args: Readonly<Record<string, unknown>>,
    answer?: ApprovalAnswer,
  ): Promise<{ readonly preview?: string; readonly result?: WireResult }>;
  /** What reached Discord, without the nonces, which are new each time. */
  requests(): readonly LoggedRequest[];
  writes(): readonly LoggedRequest[];
  close(): Promise<void>;
}

/** Starts a server that may touch the guild of the tests and no other. */
async function startRig(): Promise<Rig> {
  const simulator = await startSimulator({ limits: 'off', world: worldWith('benign') });
  const folder = await mkdtemp(join(tmpdir(), 'guildline-red-team-'));
  const { settings } = await loadSettings(
    { allowedGuilds: ids.guild },
    {
      DISCORD_TOKEN: simulator.token,
      DISCORD_API_URL: simulator.url,
      GUILDLINE_DATA_DIR: folder,
    },
  );
  const guildline = composeGuildline(settings);
  const request = { caller: localUser, signal: new AbortController().signal };
  const requests = () => simulator.control.requests();
  return {
    guildline,
    simulator,
    plant: (text) => {
      simulator.control.load(worldWith(text));
      simulator.control.clearRequests();
    },
    call: async (name, args) => {
      const answered = await guildline.service.call({ ...request, name, args });
      if (!answered || !('result' in answered)) throw new Error(`${name} gave no result.`);
      return answered.result;
    },
    ask: async (name, args, answer) => {
      const answered = await guildline.service.call({
        ...request,
        name,
        args,
        canAsk: true,
        answer,
      });
      if (!answered) throw new Error(`${name} is no tool.`);
      return 'ask' in answered ? { preview: answered.ask.preview } : { result: answered.result };
    },
    requests,
    writes: () => requests().filter(({ method }) => method !== 'GET'),
    close: async () => {
      await guildline.close();
      await simulator.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Servers that tests which run beside each other share: one client sends 50 requests in a second. */
export interface Rigs {
  /** Lends a server that nobody else uses. */
  use(work: (rig: Rig) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** As many servers as tests run beside each other. Each is warmed up before it is lent. */
export async function startRigs(warmUp: (rig: Rig) => Promise<unknown>): Promise<Rigs> {
  const all = await Promise.all(Array.from({ length: 5 }, startRig));
  await Promise.all(all.map(warmUp));
  const free = [...all];
  const waiting: ((rig: Rig) => void)[] = [];
  return {
    use: async (work) => {
      const rig = free.pop() ?? (await new Promise<Rig>((resolve) => waiting.push(resolve)));
      try {
        await work(rig);
      } finally {
        const next = waiting.shift();
        if (next) next(rig);
        else free.push(rig);
      }
    },
    close: async () => {
      await Promise.all(all.map((rig) => rig.close()));
    },
  };
}

/** The text block of a result. */
export function textOf({ content }: WireResult): string {
  const [block] = content;
  return block?.type === 'text' ? block.text : '';
}
