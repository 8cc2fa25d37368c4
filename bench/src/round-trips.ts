import { startSimulator } from '@guildline/discord-simulator';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { program } from './program.ts';
import { type Row, time } from './table.ts';

const count = 20;
const args = { guild_id: '111122223333444455', user_id: '777788889999000011' };

/** `mcp_pipeline` of 20 steps beside 20 calls one after the other, over real stdio. */
export async function benchRoundTrips(): Promise<Row[]> {
  const simulator = await startSimulator({ limits: 'off' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve'],
    env: { DISCORD_TOKEN: simulator.token, DISCORD_API_URL: simulator.url },
  });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  try {
    await client.connect(transport);
    await client.listTools();
    const bytes = countBytes(transport);
    const steps = Array.from({ length: count }, () => ({ tool: 'members_get', args }));
    const batched = () => client.callTool({ name: 'mcp_pipeline', arguments: { steps } });
    const separate = async () => {
      for (let call = 0; call < count; call += 1) {
        await client.callTool({ name: 'members_get', arguments: args });
      }
    };
    await batched();
    await separate();
    const batchedBytes = await bytes.during(batched);
    const separateBytes = await bytes.during(separate);
    const batchedTime = await time(9, batched);
    const separateTime = await time(9, separate);
    return [
      compare('20 steps in one pipeline over stdio, wall', batchedTime, separateTime, 'ms'),
      compare('… and bytes both ways', batchedBytes / 1024, separateBytes / 1024, 'KiB'),
    ];
  } finally {
    await client.close();
    await simulator.close();
  }
}

function compare(what: string, measured: number, baseline: number, unit: string): Row {
  return {
    what,
    measured: `${measured.toFixed(1)} ${unit}`,
    baseline: `${baseline.toFixed(1)} ${unit} for 20 calls`,
    ratio: `${(measured / baseline).toFixed(2)}×`,
    target: '',
    met: undefined,
  };
}

/** Counts what goes over a transport, as JSON lines. */
function countBytes(transport: StdioClientTransport) {
  let total = 0;
  const count = (message: unknown) => {
    total += Buffer.byteLength(JSON.stringify(message)) + 1;
  };
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    count(message);
    onmessage?.(message);
  };
  const send = transport.send.bind(transport);
  transport.send = (message) => {
    count(message);
    return send(message);
  };
  return {
    during: async (work: () => Promise<unknown>) => {
      const before = total;
      await work();
      return total - before;
    },
  };
}
