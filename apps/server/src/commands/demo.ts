import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '@guildline/discord-simulator';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { officeHours } from '../demo/office-hours.ts';
import type { PipelineResult } from '../demo/pipeline-result.ts';
import { formatTimeline } from '../demo/timeline.ts';
import { withoutEventPermissions } from '../demo/without-event-permissions.ts';
import { exitCodes } from '../exit-codes.ts';
import { colors } from '../terminal/colors.ts';
import { version } from '../version.ts';

/**
 * `guildline demo`: the main job for a person to watch. A real MCP client starts this program as a
 * server, over real stdio, and the server calls a simulated Discord over HTTP.
 */
export async function demo(): Promise<number> {
  const simulator = await startSimulator();
  const folder = await mkdtemp(join(tmpdir(), 'guildline-demo-'));
  await writeFile(join(folder, 'demo.json'), '{}');
  const client = new Client({ name: 'guildline-demo', version });
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        // An empty configuration and a folder of its own: the demo is the same for everybody.
        args: [
          process.argv[1] as string,
          'serve',
          '--surface',
          'full',
          '--config',
          join(folder, 'demo.json'),
        ],
        cwd: folder,
        env: {
          DISCORD_TOKEN: simulator.token,
          DISCORD_API_URL: simulator.url,
          GUILDLINE_DATA_DIR: folder,
        },
      }),
    );
    const { tools } = await client.listTools();
    write(
      colors.bold('A community manager says:'),
      '“Announce the office-hours session in #announcements, create a scheduled event for it,',
      'then give the host the event-host role.”',
      '',
      `One tools/call of mcp_pipeline over stdio, to a server with ${tools.length} tools:`,
      '',
    );
    const complete = await runOfficeHours(client);
    write(
      formatTimeline(officeHours, complete),
      '',
      colors.bold('The result:'),
      toJson(complete),
      '',
    );
    write(
      colors.bold(
        'Early abort: the same pipeline, and the bot has lost CREATE_EVENTS and MANAGE_EVENTS',
      ),
      '',
    );
    simulator.control.load(withoutEventPermissions(simulator.control.world()));
    const aborted = await runOfficeHours(client);
    write(formatTimeline(officeHours, aborted), '', colors.bold('The result:'), toJson(aborted));
    const asExpected = !complete.aborted && aborted.aborted;
    return asExpected ? exitCodes.success : exitCodes.failed;
  } finally {
    await client.close();
    await simulator.close();
    await rm(folder, { recursive: true });
  }
}

async function runOfficeHours(client: Client): Promise<PipelineResult> {
  const result = await client.callTool({
    name: 'mcp_pipeline',
    arguments: { steps: officeHours.map((step) => ({ ...step })) },
  });
  return result.structuredContent as unknown as PipelineResult;
}

function write(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
