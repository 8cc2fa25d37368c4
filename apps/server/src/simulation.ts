import type { Settings } from './settings.ts';

/** Settings that point at a simulator inside this process. */
export interface Simulation {
  readonly settings: Settings;
  close(): Promise<void>;
}

/** Starts a simulated Discord and turns settings to it; the real token is not used. */
export async function startSimulation(settings: Settings): Promise<Simulation> {
  const { startSimulator } = await import('@guildline/discord-simulator');
  const simulator = await startSimulator();
  return {
    settings: {
      ...settings,
      apiUrl: simulator.url,
      realm: 'simulation',
      databaseUrl: undefined,
      isSimulated: true,
      token: () => simulator.token,
    },
    close: () => simulator.close(),
  };
}
