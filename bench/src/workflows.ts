import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSimulator } from '@guildline/discord-simulator';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { program } from './program.ts';
import { median, type Row, time } from './table.ts';
import {
  type Effect,
  type EngineName,
  engineNames,
  type Shape,
  type Speed,
} from './workflows/engine.ts';

const shapes: readonly Shape[] = [
  { workflows: 1, steps: 100 },
  { workflows: 50, steps: 20 },
];
const comparisons: readonly {
  readonly effect: Effect;
  readonly baseline: EngineName;
  readonly least?: number;
}[] = [
  { effect: 'read', baseline: 'plain DBOS', least: 0.9 },
  { effect: 'once', baseline: 'plain DBOS', least: 0.7 },
  { effect: 'read', baseline: 'DBOS on its connection' },
  { effect: 'once', baseline: 'DBOS on its connection' },
];
const engineProgram = fileURLToPath(new URL('./workflows/engine-program.js', import.meta.url));

/** Durable workflows on PGlite: the answer to a start, steps beside plain DBOS, and memory. */
export async function benchWorkflows(): Promise<Row[]> {
  return [...(await benchServer()), ...(await benchSteps())];
}

async function benchSteps(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guildline-bench-'));
  const speeds = new Map<EngineName, Speed[]>();
  try {
    // In turns, so that a busy moment of the machine meets them all.
    for (let turn = 0; turn < 2; turn += 1) {
      for (const name of engineNames) {
        const args = [engineProgram, name, join(folder, name), JSON.stringify(shapes)];
        const { stdout } = await promisify(execFile)(process.execPath, args);
        speeds.set(name, [...(speeds.get(name) ?? []), ...(JSON.parse(stdout) as Speed[])]);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const speedOf = (name: EngineName, index: number, effect: Effect) =>
    median(
      (speeds.get(name) ?? [])
        .filter((one) => one.shape === index && one.effect === effect)
        .map(({ speed }) => speed),
    );
  return shapes.flatMap((shape, index) =>
    comparisons.map(({ effect, baseline, least }) => {
      const ours = speedOf('guildline', index, effect);
      // To DBOS every step is the same.
      const theirs = speedOf(baseline, index, 'read');
      const does = effect === 'read' ? 'read' : 'write once';
      return {
        what: `workflows, ${shape.workflows}×${shape.steps} steps that ${does}`,
        measured: `${ours.toFixed(0)} steps per CPU second`,
        baseline: `${theirs.toFixed(0)} ${baseline}`,
        ratio: `${(ours / theirs).toFixed(2)}×`,
        target: least === undefined ? '' : `≥ ${least}×`,
        met: least === undefined ? undefined : ours / theirs >= least,
      };
    }),
  );
}

/** Over real stdio: what a client waits for, and what the process holds before and after. */
async function benchServer(): Promise<Row[]> {
  const simulator = await startSimulator({ limits: 'off' });
  const folder = await mkdtemp(join(tmpdir(), 'guildline-bench-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve', '--surface', 'full'],
    env: {
      DISCORD_TOKEN: simulator.token,
      DISCORD_API_URL: simulator.url,
      GUILDLINE_DATA_DIR: folder,
    },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  try {
    await client.connect(transport);
    await client.listTools();
    const call = (name: string, args: Record<string, unknown>) =>
      client.callTool({ name, arguments: args }, { timeout: 120_000 });
    const steps = Array.from({ length: 5 }, () => ({ tool: 'users_get_current', args: {} }));
    const start = () => call('workflow_start', { target: { profile_id: 'default' }, steps });
    await call('users_get_current', {});
    const unused = memoryOf(transport.pid);
    await start();
    const answer = await time(15, start);
    const used = memoryOf(transport.pid);
    const read = await time(15, () => call('users_get_current', {}));
    return [
      {
        what: 'answer to workflow_start once warm, over stdio',
        measured: `${answer.toFixed(1)} ms`,
        baseline: `${read.toFixed(1)} ms users_get_current`,
        ratio: `${(answer / read).toFixed(2)}×`,
        target: '< 100 ms',
        met: answer < 100,
      },
      ...(unused === undefined || used === undefined ? [] : [toMemoryRow(used, unused)]),
    ];
  } finally {
    await client.close();
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function toMemoryRow(used: number, unused: number): Row {
  return {
    what: 'memory of a server after 16 workflows on PGlite',
    measured: `${used.toFixed(0)} MB`,
    baseline: `${unused.toFixed(0)} MB before the first`,
    ratio: `${(used / unused).toFixed(2)}×`,
    target: '',
    met: undefined,
  };
}

/** Resident megabytes of a process; `undefined` where nobody says. */
function memoryOf(pid: number | null): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
