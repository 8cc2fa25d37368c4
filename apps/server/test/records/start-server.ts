import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator, type World } from '@guildline/discord-simulator';
import type { Caller, WireResult } from '@guildline/mcp-core';
import { composeGuildline, type Guildline, localUser } from '../../src/compose.ts';
import type { Configuration } from '../../src/configuration/configuration.ts';
import { loadSettings } from '../../src/settings.ts';

/** A whole server inside the test, with a simulated Discord behind it and a configuration file. */
export interface StartedServer {
  readonly guildline: Guildline;
  readonly simulator: Simulator;
  readonly configuration: Configuration;
  /** The data directory, and where the configuration file is. */
  readonly folder: string;
  call(name: string, args: object, caller?: Caller): Promise<WireResult>;
  /** The structured result of a call that succeeded. */
  answer(name: string, args: object, caller?: Caller): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/**
 * Starts a server.
 *
 * @param configure gives what the configuration file holds
 */
export async function startServer(
  configure: (folder: string) => object,
  world?: World,
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const simulator = await startSimulator({ limits: 'off', ...(world ? { world } : {}) });
  const folder = await mkdtemp(join(tmpdir(), 'guildline-records-'));
  const config = join(folder, 'guildline.config.json');
  await writeFile(config, JSON.stringify(configure(folder)));
  const { settings } = await loadSettings(
    { config },
    {
      DISCORD_TOKEN: simulator.token,
      DISCORD_API_URL: simulator.url,
      GUILDLINE_DATA_DIR: folder,
      ...environment,
    },
  );
  const guildline = composeGuildline(settings);
  const call: StartedServer['call'] = async (name, args, caller = localUser) => {
    const { signal } = new AbortController();
    const answered = await guildline.service.call({ name, args: { ...args }, caller, signal });
    if (!answered || !('result' in answered)) throw new Error(`${name} gave no result.`);
    return answered.result;
  };
  return {
    guildline,
    simulator,
    configuration: settings.configuration,
    folder,
    call,
    answer: async (name, args, caller) => {
      const { content, isError, structuredContent } = await call(name, args, caller);
      if (isError || !structuredContent) throw new Error(JSON.stringify(content));
      return structuredContent;
    },
    close: async () => {
      await guildline.close();
      await simulator.close();
      await rm(folder, { recursive: true });
    },
  };
}
