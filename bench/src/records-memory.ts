import { readFileSync } from 'node:fs';
import {
  createDispatcher,
  createMemoryResultStore,
  createRecordPipelines,
  createRegistry,
  type Dispatch,
  defineTool,
  metaTools,
} from '@guildline/mcp-core';
import { JSFilter, RecordSetToCSVStringSet, renderCsv, TransformJS } from '@guildline/transforms';
import * as z from 'zod';

// The program of the memory benchmark: one call of pipeline_execute over many records, with
// JavaScript, in a process of its own. Prints how far memory rose above what the idle process had.
const total = 100_000;
const clock = { now: () => performance.timeOrigin + performance.now() };

const listGuests = defineTool({
  name: 'guests_list',
  category: 'guests',
  title: 'List guests',
  description: 'Lists guests.',
  input: () =>
    z.strictObject({
      limit: z.int().min(1).max(1000).default(1000),
      cursor: z.string().optional(),
    }),
  output: () =>
    z.object({ guests: z.array(z.looseObject({})), next_cursor: z.string().optional() }),
  effect: 'read',
  run: async ({ limit, cursor = '0' }) => {
    const from = Number(cursor);
    const guests = Array.from({ length: Math.min(limit, total - from) }, (_, index) => ({
      id: `80351110224${from + index}`,
      name: `Guest ${from + index}`,
      roles: ['everyone', `role-${(from + index) % 7}`],
      joined_at: '2026-11-30T12:00:00.000Z',
    }));
    const next = from + limit;
    return next < total ? { guests, next_cursor: String(next) } : { guests };
  },
});

const steps = [
  {
    resource: 'Guests',
    operation: 'guests_list',
    transform: 'JSFilter',
    transformSettings: { code: 'record.roles.includes("role-3") === false' },
  },
  {
    transform: 'TransformJS',
    transformSettings: {
      code: '({ id: record.id, label: record.name + " (" + record.id + ")", since: record.joined_at.slice(0, 10) })',
    },
  },
  { transform: 'RecordSetToCSVStringSet' },
];

function createCall(): Dispatch {
  const paging = {
    list: 'guests',
    cursor: { argument: 'cursor', result: 'next_cursor' },
    size: { argument: 'limit', most: 1000 },
  };
  const operations = [{ tool: listGuests.name, output: 'Record', iterates: paging }];
  const resources = [{ name: 'Guests', description: 'Guests.', operations }];
  const records = createRecordPipelines({
    resources: () => resources,
    transforms: [JSFilter, TransformJS, RecordSetToCSVStringSet],
    dispatch: (name, args, request) => dispatch(name, args, request),
    tools: () => tools,
    clock,
    results: createMemoryResultStore({ clock }),
    renderCsv,
    callerOf: () => undefined,
    maximumRecords: total,
  });
  const tools = createRegistry({ tools: [listGuests, ...metaTools({ records })] });
  const dispatch = createDispatcher({ tools, clock });
  return dispatch;
}

/** Bytes, as Linux says: now, or at the most until now. */
function readMemory(line: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
}

const call = createCall();
const idle = readMemory('VmRSS');
const outcome = await call('pipeline_execute', { steps }, { caller: { id: 'bench', groups: [] } });
const above = readMemory('VmHWM') - idle;
const { summary } = outcome.kind === 'result' ? outcome.structured : {};
if ((summary as { rowCount?: number } | undefined)?.rowCount !== 85_714) {
  throw new Error(JSON.stringify(outcome).slice(0, 500));
}
process.stdout.write(`${above}\n`);
