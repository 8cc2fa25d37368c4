import { checkSteps, type FindStepTool, runSteps } from '@guildline/pipeline-core';
import { type Row, time } from './table.ts';

const anything: FindStepTool = () => ({ tool: { checkArguments: () => [] } });
const clock = { now: () => performance.now() };

function deep(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = { end: true };
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

async function checkAndRun(args: Record<string, unknown>): Promise<void> {
  const { steps, issues } = checkSteps([{ tool: 'echo', args }], anything);
  if (issues.length > 0) return;
  await runSteps(steps, { call: async () => ({ ok: true, result: {} }), clock });
}

/** What the worst arguments cost, beside harmless arguments of the same size. */
export async function benchHostileInput(): Promise<Row[]> {
  const mebibyte = 1024 * 1024;
  const cases = [
    {
      what: '1 MiB of {{{{…',
      hostile: { text: '{'.repeat(mebibyte) },
      harmless: { text: 'x'.repeat(mebibyte) },
      name: '1 MiB of x',
    },
    {
      what: 'an object 20,000 levels deep',
      hostile: deep(20_000),
      harmless: Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`k${key}`, {}])),
      name: '20,000 objects side by side',
    },
  ];
  const rows: Row[] = [];
  for (const { what, hostile, harmless, name } of cases) {
    const measured = await time(9, () => checkAndRun(hostile));
    const baseline = await time(9, () => checkAndRun(harmless));
    rows.push({
      what,
      measured: `${measured.toFixed(1)} ms`,
      baseline: `${baseline.toFixed(1)} ms for ${name}`,
      ratio: `${(measured / baseline).toFixed(1)}×`,
      target: '< 50 ms',
      met: measured < 50,
    });
  }
  return rows;
}
