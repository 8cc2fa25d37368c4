import { composeGuildline, type Guildline, type Purpose } from './compose.ts';
import type { ConfigurationFlags } from './configuration/common-settings.ts';
import type { LoadedConfiguration } from './configuration/load-configuration.ts';
import { loadSettings } from './settings.ts';
import { startSimulation } from './simulation.ts';

/** The flags of every command that calls tools. */
export interface SessionFlags extends ConfigurationFlags {
  readonly simulate?: boolean | undefined;
}

/** A composed server for the length of one command. */
export interface Session {
  readonly guildline: Guildline;
  readonly loaded: LoadedConfiguration;
  close(): Promise<void>;
}

/** Loads the settings and composes a server, with a simulated Discord beside it if asked for. */
export async function openSession(flags: SessionFlags, purpose?: Purpose): Promise<Session> {
  const { settings, loaded } = await loadSettings(flags);
  const simulation = flags.simulate ? await startSimulation(settings) : undefined;
  const guildline = composeGuildline(simulation?.settings ?? settings, purpose);
  return {
    guildline,
    loaded,
    close: async () => {
      await guildline.close();
      await simulation?.close();
    },
  };
}
