import { execFileSync } from 'node:child_process';
import {
  compileRecordPipeline,
  type DataRecord,
  identity,
  type RecordRunPorts,
  type RecordVocabulary,
  runRecordPipeline,
  type Transform,
} from '@guildline/pipeline-core';
import { recordsMemory } from './program.ts';
import { median, type Row, time } from './table.ts';

const total = 100_000;
const pageSize = 1000;

interface Member extends DataRecord {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly joined_at: string;
}

async function* readMembers(): AsyncGenerator<readonly Member[]> {
  for (let from = 0; from < total; from += pageSize) {
    yield Array.from({ length: pageSize }, (_, index) => ({
      id: `80351110224${from + index}`,
      name: `Member ${from + index}`,
      roles: ['everyone', `role-${(from + index) % 7}`],
      joined_at: '2026-11-30T12:00:00.000Z',
    }));
  }
}

const isWanted = (member: Member): boolean => !member.roles.includes('role-3');

const toRow = ({ id, name, joined_at }: Member): DataRecord => ({
  id,
  label: `${name} (${id})`,
  since: joined_at.slice(0, 10),
});

const quote = (value: unknown): string => `"${String(value).replaceAll('"', '""')}"`;

const toLine = (row: DataRecord): string => `${Object.values(row).map(quote).join(',')}\r\n`;

async function lookUp(settings: DataRecord): Promise<Member> {
  const id = String(settings['id']);
  return { id, name: 'Ann', roles: [], joined_at: '2026-11-30T12:00:00.000Z' };
}

/** A transform around one of the functions above. */
function around(name: string, shape: (value: Member) => readonly unknown[]): Transform {
  return {
    ...identity,
    name,
    open: async () => ({
      apply: async (values) => values.map((value) => ({ values: shape(value as Member) })),
      finish: async () => {},
      close: async () => {},
    }),
  };
}

const render: Transform = {
  ...identity,
  name: 'Render',
  terminal: 'set',
  artifact: { mediaType: 'text/csv', encoding: 'text' },
  open: async (_settings, { sink }) => ({
    apply: async (rows) => {
      await sink.write(rows.map((row) => toLine(row as DataRecord)).join(''));
      return rows.map(() => ({ values: [] }));
    },
    finish: async () => {},
    close: async () => {},
  }),
};

const reading = { tool: '', input: undefined, output: undefined, destructive: false } as const;
const settings = { type: 'object', properties: { id: {} } };
const words: RecordVocabulary = {
  resources: [
    {
      name: 'Guild',
      description: '',
      operations: [
        { name: 'Members', iterates: true, effect: 'read' as const },
        { name: 'Look up', iterates: false, effect: 'read' as const },
      ].map((part) => ({ ...reading, ...part, description: '', settings, requiredSettings: [] })),
    },
  ],
  transforms: [
    around('Wanted', (member) => (isWanted(member) ? [member] : [])),
    around('ToRow', (member) => [toRow(member)]),
    render,
  ],
};

/** Takes the pieces of an artifact and counts their characters. */
class Counter {
  length = 0;

  async write(chunk: string | Uint8Array): Promise<void> {
    this.length += chunk.length;
  }

  async truncate(): Promise<void> {}
}

async function runPipeline(steps: readonly object[], expected: number): Promise<void> {
  const compiled = compileRecordPipeline({ steps }, words);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  const artifact = new Counter();
  const ports: RecordRunPorts = {
    source: readMembers,
    call: async (call) => ({ ok: true, result: await lookUp(call.settings) }),
    artifact,
    clock: { now: () => performance.now() },
    maxRecords: total,
  };
  const { status } = await runRecordPipeline(compiled.pipeline, ports);
  if (status !== 'completed' || artifact.length !== expected) throw new Error('another artifact');
}

/** The same functions in a loop that was written by hand. */
async function runByHand(looksUp: boolean): Promise<number> {
  const artifact = new Counter();
  for await (const page of readMembers()) {
    let text = '';
    for (const member of page) {
      if (!isWanted(member)) continue;
      text += toLine(toRow(looksUp ? await lookUp({ id: member.id }) : member));
    }
    await artifact.write(text);
  }
  return artifact.length;
}

const source = { resource: 'Guild', operation: 'Members', transform: 'Wanted' };
const call = { resource: 'Guild', operation: 'Look up', operationSettings: { id: '{{id}}' } };

/** What a record pipeline costs, beside a hand-written loop over the same functions. */
export async function benchRecords(): Promise<Row[]> {
  const cases = [
    {
      what: 'records: source, filter, transform, terminal',
      steps: [source, { transform: 'ToRow' }, { transform: 'Render' }],
      looksUp: false,
      target: 0.5,
    },
    {
      what: 'records: … with a templated look-up for each',
      steps: [source, { ...call, transform: 'ToRow' }, { transform: 'Render' }],
      looksUp: true,
      target: undefined,
    },
  ];
  const rows: Row[] = [];
  for (const { what, steps, looksUp, target } of cases) {
    const expected = await runByHand(looksUp);
    const pipelineTimes: number[] = [];
    const loopTimes: number[] = [];
    // In turns, so that a busy machine slows both alike.
    for (let round = 0; round < 9; round += 1) {
      pipelineTimes.push(await time(1, () => runPipeline(steps, expected)));
      loopTimes.push(await time(1, () => runByHand(looksUp)));
    }
    const ratio = median(loopTimes.map((byHand, round) => byHand / (pipelineTimes[round] ?? 0)));
    rows.push({
      what,
      measured: perSecond(median(pipelineTimes)),
      baseline: `${perSecond(median(loopTimes))} by hand`,
      ratio: `${ratio.toFixed(2)}×`,
      target: target === undefined ? '' : `≥ ${target}×`,
      met: target === undefined ? undefined : ratio >= target,
    });
  }
  return [...rows, ...measureMemory()];
}

/** Runs of the process whose memory is measured. */
const memoryRuns = 3;
const mostAboveIdle = 150;

/** How far the same number of records, with JavaScript, raises the memory of a process of its own. */
function measureMemory(): Row[] {
  if (process.platform !== 'linux') return [];
  const peaks = Array.from({ length: memoryRuns }, () => {
    const bytes = Number(execFileSync(process.execPath, [recordsMemory], { encoding: 'utf8' }));
    return bytes / 1024 / 1024;
  });
  const peak = median(peaks);
  return [
    {
      what: 'memory of 100,000 records: source, JSFilter, TransformJS, CSV',
      measured: `${peak.toFixed(0)} MB above idle`,
      baseline: '',
      ratio: '',
      target: `≤ ${mostAboveIdle} MB`,
      met: peak <= mostAboveIdle,
    },
  ];
}

function perSecond(milliseconds: number): string {
  return `${Math.round(total / milliseconds)}k records/s`;
}
