import { once } from 'node:events';

/** `guildline simulate`: a simulated Discord for any client, until a signal comes. */
export async function simulate(
  { port, snapshot }: { port: number; snapshot?: string },
  stop: AbortSignal,
): Promise<void> {
  const { startSimulator } = await import('@guildline/discord-simulator');
  const simulator = await startSimulator({
    port,
    ...(snapshot === undefined ? {} : { snapshotFile: snapshot }),
  });
  process.stdout.write(
    `Simulated Discord  ${simulator.url}\nControl plane      ${simulator.controlUrl}\nBot token          ${simulator.token}\nStop with Ctrl+C.\n`,
  );
  if (!stop.aborted) await once(stop, 'abort');
  await simulator.close();
}
