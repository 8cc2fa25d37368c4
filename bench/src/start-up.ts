import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { bareServer, program } from './program.ts';
import { median, type Row } from './table.ts';

const runs = 7;

/** What a process has used so far. */
interface Cost {
  readonly cpuMs: number;
  readonly memoryMb: number;
}

/** CPU and memory to the first `tools/list`, beside a bare SDK server with one tool. */
export async function benchStartUp(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const ours: Cost[] = [];
  const bare: Cost[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push(await measure([bareServer]));
    ours.push(await measure([program, 'serve']));
  }
  return [
    toRow('CPU to the first tools/list', 'ms', (cost) => cost.cpuMs, ours, bare),
    toRow('memory at the first tools/list', 'MB', (cost) => cost.memoryMb, ours, bare),
  ];
}

function toRow(
  what: string,
  unit: string,
  of: (cost: Cost) => number,
  ours: readonly Cost[],
  bare: readonly Cost[],
): Row {
  const [measured, baseline] = [median(ours.map(of)), median(bare.map(of))];
  return {
    what,
    measured: `${measured.toFixed(0)} ${unit}`,
    baseline: `${baseline.toFixed(0)} ${unit} bare SDK, 1 tool`,
    ratio: `${(measured / baseline).toFixed(2)}×`,
    target: '≤ 1.3×',
    met: measured / baseline <= 1.3,
  };
}

async function measure(args: readonly string[]): Promise<Cost> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    await listTools(child);
    return readCost(child.pid ?? 0);
  } finally {
    child.stdin?.end();
    await once(child, 'close');
  }
}

async function listTools(child: ChildProcess): Promise<void> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const answers = lines[Symbol.asyncIterator]();
  const send = (message: object) =>
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  send({ id: 1, method: 'initialize', params });
  await answers.next();
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list', params: {} });
  await answers.next();
}

/** Reads what Linux says of a process: user and system time, and resident memory. */
function readCost(pid: number): Cost {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return { cpuMs: (ticks * 1000) / ticksPerSecond(), memoryMb: kilobytes / 1024 };
}

let ticks: number | undefined;
function ticksPerSecond(): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK']).toString());
  return ticks;
}
