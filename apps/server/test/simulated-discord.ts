import { type Simulator, startSimulator } from '@guildline/discord-simulator';
import { createSpecCheck } from '@guildline/discord-simulator/spec';

/** A simulated Discord whose traffic is held against Discord's own specification. */
export interface SimulatedDiscord {
  readonly simulator: Simulator;
  /** What a server needs to find it. */
  readonly env: Readonly<Record<string, string>>;
  /** Closes it; throws if a request or an answer broke the specification. */
  close(): Promise<void>;
}

/** Starts one without rate limits. */
export async function simulateDiscord(): Promise<SimulatedDiscord> {
  const spec = await createSpecCheck();
  const simulator = await startSimulator({ limits: 'off', observe: spec.observe });
  return {
    simulator,
    env: { DISCORD_TOKEN: simulator.token, DISCORD_API_URL: simulator.url },
    close: async () => {
      await simulator.close();
      const violations = spec.violations();
      if (violations.length > 0) throw new Error(violations.join('\n'));
    },
  };
}
