import type { OpenTransform } from '@guildline/pipeline-core';
import { describe, expect, test } from 'vitest';
import { defineJavaScriptTransform } from '../../src/javascript/javascript-transform.ts';
import { type JavaScriptLimits, javaScriptLimits } from '../../src/javascript/limits.ts';
import { transformJSDeclaration } from '../../src/javascript/transform-js.ts';
import { createPorts, toMessage, withTransform } from '../apply.ts';

/** No interrupt reaches the inside of a built-in function: each search here looks at 30 MB. */
const code = `
  if (!record.hang) return { ok: record.n };
  const text = 'a'.repeat(1e7);
  for (;;) text.indexOf('b');`;

function withLimits(limits: Partial<JavaScriptLimits>) {
  return defineJavaScriptTransform(transformJSDeclaration, { ...javaScriptLimits, ...limits });
}

test('a record that hangs fails; those before and after it go through, in order', async () => {
  const transform = withLimits({ hardTime: 400, restarts: 5 });
  const records = Array.from({ length: 150 }, (_, n) => ({ n, hang: n === 3 || n === 149 }));
  const outcomes = await withTransform(transform, { code }, (open) => open.apply(records, records));
  expect(outcomes.map(toMessage)).toEqual(
    records.map(({ n, hang }) =>
      hang ? expect.stringContaining('hung for 400 ms') : `gave [{"ok":${n}}]`,
    ),
  );
});

test('a run ends once it has used up its workers, and says why', async () => {
  const transform = withLimits({ hardTime: 200, restarts: 1 });
  const records = [{ hang: true }, { n: 1 }];
  const run = withTransform(transform, { code }, (open) => open.apply(records, records));
  await expect(run).rejects.toMatchObject({
    code: 'RECORD_TRANSFORM_FAILED',
    message: expect.stringContaining('ended by force at 1 records'),
  });
});

describe('a stop', () => {
  const slow = 'for (let i = 0; i < 400000; i += 1); return { ok: 1 }';
  const records = Array.from({ length: 100 }, (_, n) => ({ n }));
  const cancelled = {
    failure: { code: 'CANCELLED', message: expect.stringContaining('was stopped') },
  };

  /** Ports of a run that is stopped once the signal was asked this often. */
  function stopAfter(questions: number) {
    let asked = 0;
    const signal = {
      get aborted() {
        asked += 1;
        return asked > questions;
      },
    };
    return { ...createPorts(), signal };
  }

  test('in the middle of a batch leaves the rest of it alone, and says so', async () => {
    const transform = withLimits({ softTime: 20_000, hardTime: 1_000 });
    const apply = (open: OpenTransform) => open.apply(records, records);
    const outcomes = await withTransform(transform, { code: slow }, apply, stopAfter(3));
    expect(outcomes).toHaveLength(records.length);
    const done = outcomes.filter((outcome) => 'values' in outcome).length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(records.length);
    expect(outcomes.slice(done)).toEqual(records.slice(done).map(() => cancelled));
  });

  test('that no longer holds for a batch does not reach it', async () => {
    const ports = createPorts();
    const transform = withLimits({ hardTime: 1_000, restarts: 5 });
    await withTransform(
      transform,
      { code: 'record' },
      async (open) => {
        ports.signal.aborted = true;
        expect(await open.apply([{ n: 1 }], [{}])).toEqual([cancelled]);
        ports.signal.aborted = false;
        expect(await open.apply([{ n: 1 }], [{}])).toEqual([{ values: [{ n: 1 }] }]);
      },
      ports,
    );
  });
});

test('a transform that is closed while code runs gives no outcome and starts no worker', async () => {
  const open = await withLimits({ hardTime: 1_000, restarts: 5 }).open({ code }, createPorts());
  const running = open.apply([{ hang: true }], [{}]);
  const rejected = expect(running).rejects.toThrow('JavaScript sandbox');
  await open.close();
  await rejected;
});
