import type { Transform } from '@guildline/pipeline-core';
import { JSFilter, RecordSetToCSVStringSet, TransformJS } from '@guildline/transforms';
import { stringify } from 'csv-stringify/sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { median, type Row, time } from './table.ts';

const count = 10_000;
const batchSize = 100;
const records = Array.from({ length: count }, (_, index) => ({
  id: `1234567890${10_000_000 + index}`,
  name: `Member ${index}, the ${index % 7}th`,
  joined_at: '2026-01-01T00:00:00.000Z',
  roles: ['111122223333444455', '111122223333444456'],
  nick: null,
}));

/** Opens a transform and gives what puts all records through it once. */
async function openLoop(
  transform: Transform,
  settings: Record<string, unknown>,
): Promise<{ run(): Promise<void>; close(): Promise<void> }> {
  const open = await transform.open(settings, {
    clock: { now: () => performance.now() },
    signal: { aborted: false },
    sink: { write: async () => {} },
  });
  const run = async (): Promise<void> => {
    for (let at = 0; at < count; at += batchSize) {
      const batch = records.slice(at, at + batchSize);
      const failed = (await open.apply(batch, batch)).find((outcome) => 'failure' in outcome);
      if (failed) throw new Error(failed.failure.message);
    }
  };
  return { run, close: () => open.close() };
}

/** The same function in the same interpreter, in this thread, without any check of its result. */
async function createHandLoop(code: string): Promise<() => void> {
  const runtime = (
    await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-ng-wasmfile-release-sync'))
  ).newRuntime();
  runtime.setMemoryLimit(32 * 1024 * 1024);
  runtime.setInterruptHandler(() => false);
  const context = runtime.newContext();
  const shape = context.unwrapResult(
    context.evalCode(`(text) => JSON.stringify((${code})(JSON.parse(text))) ?? ''`),
  );
  return () => {
    for (const record of records) {
      const argument = context.newString(JSON.stringify(record));
      const result = context.unwrapResult(context.callFunction(shape, context.undefined, argument));
      JSON.parse(context.getString(result));
      result.dispose();
      argument.dispose();
    }
  };
}

/** One bare call of the library for every batch. */
function stringifyByHand(): number {
  let length = 0;
  for (let at = 0; at < count; at += batchSize) {
    const rows = records
      .slice(at, at + batchSize)
      .map(({ id, name, joined_at, roles, nick }) => [
        id,
        name,
        joined_at,
        JSON.stringify(roles),
        nick,
      ]);
    length += stringify(rows, { record_delimiter: '\r\n' }).length;
  }
  return length;
}

function toRow(what: string, ours: number, byHand: number): Row {
  const ratio = byHand / ours;
  return {
    what: `${what}, per record`,
    measured: `${((ours / count) * 1000).toFixed(1)} µs`,
    baseline: `${((byHand / count) * 1000).toFixed(1)} µs by hand`,
    ratio: `${ratio.toFixed(2)}× as fast`,
    target: '≥ 0.5×',
    met: ratio >= 0.5,
  };
}

/** Both, turn by turn, so that a busy moment of the machine meets both. */
async function compare(ours: () => unknown, byHand: () => unknown): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 6; turn += 1) {
    const [one, other] = [await time(1, ours), await time(1, byHand)];
    // The first turn warms both up.
    if (turn > 0) {
      times[0].push(one);
      times[1].push(other);
    }
  }
  return [median(times[0]), median(times[1])];
}

/** JavaScript beside a loop over the same sandboxed function, CSV beside a bare csv-stringify loop. */
export async function benchTransforms(): Promise<Row[]> {
  const shape = '(record) => ({ ...record, year: record.joined_at.slice(0, 4) })';
  const keep = '(record) => record.roles.includes("111122223333444456")';
  const cases = [
    [TransformJS, 'TransformJS in its worker', { code: shape }, await createHandLoop(shape)],
    [JSFilter, 'JSFilter in its worker', { code: keep }, await createHandLoop(keep)],
    [RecordSetToCSVStringSet, 'CSV with guard and columns', {}, stringifyByHand],
  ] as const;
  const rows: Row[] = [];
  for (const [transform, what, settings, byHand] of cases) {
    const loop = await openLoop(transform, settings);
    const [ours, theirs] = await compare(loop.run, byHand);
    await loop.close();
    rows.push(toRow(what, ours, theirs));
  }
  return rows;
}
