import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CallResult,
  checkSteps,
  type RunResult,
  runSteps,
  type Step,
  type StepRecord,
} from '../src/index.ts';
import { Failed, FakeCheckpoints, FakeClock, findAny } from './fakes.ts';

const ids = fc.constantFrom('a', 'b', 'c', 'step_1', 'constructor', '__proto__', 'Bad');
const names = fc.constantFrom('x', 'y', 'a', 'step_0', '__proto__', 'toString', 'no name');
const texts = fc.constantFrom(
  'plain',
  '{{a.id}}',
  '{{b.list[0]}} and {{step_0.id}}',
  "{{x.id || 'none'}}",
  '{{length(a.list)}}',
  '{{y}}',
  '{{step_1.nope}}',
  "{{ '{{' }}",
  '{{',
  '{{a.__proto__}}',
);
const args = fc.dictionary(
  fc.constantFrom('k', 'l', '__proto__', '__control'),
  fc.oneof(texts, fc.array(texts, { maxLength: 2 })),
  { maxKeys: 2 },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record(
    {
      tool: fc.constantFrom('good', 'bad', 'throws', 'cancels'),
      args,
      id: ids,
      save_as: names,
      if: fc.constantFrom('a.id', '{{x}}', 'step_0.zero', '{{a.none', 'length(a.list) > `0`'),
      continue_on_error: fc.boolean(),
    },
    { requiredKeys: ['tool', 'args'] },
  ),
  { maxLength: 5 },
);

/** Result texts that would do harm if they were ever expanded or executed. */
const evil = { id: '{{a.list}}', list: ['{{', '}}'], zero: 0, none: null };

async function callTool({ tool }: { readonly tool: string }): Promise<CallResult> {
  if (tool === 'throws') throw new Error('defect');
  if (tool === 'good') return { ok: true, result: evil };
  const { failure } = new Failed({ code: tool === 'bad' ? 'DISCORD_NOT_FOUND' : 'CANCELLED' });
  return { ok: false, error: failure };
}

const codes = new Set([
  'PIPELINE_REFERENCE_UNRESOLVED',
  'INTERNAL_ERROR',
  'DISCORD_NOT_FOUND',
  'CANCELLED',
]);

test('random steps are refused with issues, or run to an honest end', async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (written) => {
      const { steps: compiled, issues } = checkSteps(written, findAny());
      for (const { step, message } of issues) {
        expect(written[step]).toBeDefined();
        expect(message).not.toBe('');
      }
      if (issues.length > 0) return;
      ran += 1;
      const result = await runSteps(compiled, { call: callTool, clock: new FakeClock() });
      expectHonest(written, result);
    }),
    { numRuns: 800 },
  );
  expect(ran).toBeGreaterThan(50);
});

function expectHonest(written: readonly Step[], result: RunResult): void {
  const { steps: records, variables, aborted } = result;
  const last = records.at(-1);
  expect(records.length === written.length || aborted).toBe(true);
  if (aborted) expect(last?.status).toBe('error');
  for (const [index, record] of records.entries()) {
    const isLast = index === records.length - 1;
    if (record.status === 'error') {
      expect(codes).toContain(record.error.code);
      const tolerated =
        written[index]?.continue_on_error === true && record.error.code !== 'CANCELLED';
      expect(tolerated).toBe(!(isLast && aborted));
    }
    if (record.status === 'skipped') expect(written[index]?.if).toBeDefined();
  }
  expect(new Set(Object.keys(variables))).toEqual(new Set(records.flatMap(namesOf(written))));
}

/** The names under which a record's result is found. */
function namesOf(written: readonly Step[]): (record: StepRecord, index: number) => string[] {
  return ({ id, status }, index) => {
    const { save_as: name } = written[index] ?? {};
    if (status !== 'success') return [];
    return name === undefined ? [id] : [id, name];
  };
}

test('an interrupted run that goes on from its checkpoints ends as if it had not been interrupted', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(4), async (written, cut) => {
      const { steps: compiled, issues } = checkSteps(written, findAny());
      fc.pre(issues.length === 0);
      const clock = new FakeClock();
      const whole = await runSteps(compiled, { call: callTool, clock });
      const checkpoints = new FakeCheckpoints();
      const kept = whole.steps.slice(0, cut);
      for (const [index, record] of kept.entries()) checkpoints.records.set(index, record);
      const called: number[] = [];
      const call = (step: { readonly tool: string; readonly index: number }) => {
        called.push(step.index);
        return callTool(step);
      };
      expect(await runSteps(compiled, { call, clock, checkpoints })).toEqual(whole);
      expect(called.every((index) => index >= cut)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('names that would clash with objects or with each other are always refused', () => {
  fc.assert(
    fc.property(steps, (written) => {
      const { issues } = checkSteps(written, findAny());
      const all = written.flatMap(({ id, save_as: name }, index) => [
        id ?? `step_${index}`,
        ...(name === undefined ? [] : [name]),
      ]);
      const clashes =
        new Set(all).size < all.length || all.some((name) => name in Object.prototype);
      if (clashes) expect(issues.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
