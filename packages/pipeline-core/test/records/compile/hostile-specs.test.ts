import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileRecordPipeline } from '../../../src/index.ts';
import { contacts, people, peopleRecords, vocabulary } from '../vocabulary.ts';
import { problemsOf } from './compile.ts';

describe('a spec of the wrong shape', () => {
  test.each([
    [null, 'an object with steps'],
    [[], 'an object with steps'],
    ['{"steps":[]}', 'an object with steps'],
    [42, 'an object with steps'],
    [{}, 'at least one step'],
    [{ steps: [] }, 'at least one step'],
    [{ steps: {} }, 'a list of steps'],
    [{ steps: [null] }, 'an object with an operation, a transform, or both'],
    [{ steps: [[people]] }, 'an object with an operation, a transform, or both'],
    [{ steps: Array(21).fill(people) }, 'at most 20 steps'],
    [{ steps: [{ ...people, resource: 2 }] }, 'a name of 1 to 200 characters'],
    [{ steps: [{ ...people, transform: 'T'.repeat(201) }] }, 'a name of 1 to 200 characters'],
    [{ steps: [{ ...people, id: '' }] }, 'a name of 1 to 200 characters'],
    [{ steps: [{ ...people, operationSettings: [] }] }, 'an object'],
    [{ steps: [{ ...people, operationSettings: null }] }, 'an object'],
    [{ steps: [people], dryRun: 'true' }, 'true or false'],
    [{ steps: [people], onError: 'ignore' }, '"fail" or "skip"'],
    [{ steps: [people], maxRecords: 0 }, 'a whole number from 1'],
    [{ steps: [people], maxRecords: 1.5 }, 'a whole number from 1'],
    [{ steps: [people], maxRecords: '10' }, 'a whole number from 1'],
  ])('%j is refused: %s', (spec, expected) => {
    const problems = problemsOf(spec);
    expect(problems.map((problem) => problem.expected)).toContain(expected);
    expect(problems[0]?.code).toMatch(/^RECORD_(SPEC_INVALID|SOURCE_INVALID)$/);
  });

  test('with an unknown key is refused with the nearest one', () => {
    expect(problemsOf({ steps: [{ ...people, operationsettings: {} }] })).toMatchObject([
      { step: 0, code: 'RECORD_SPEC_INVALID', nearest: 'operationSettings' },
    ]);
  });
});

function deep(levels: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

describe('a large spec is refused with few words', () => {
  test.each([
    [
      'one that is nested deep',
      { steps: [{ ...people, operationSettings: { UDF1: deep(100_000) } }] },
    ],
    [
      'one with many values',
      { steps: [{ ...people, operationSettings: { UDF1: Array(300_000).fill(1) } }] },
    ],
    ['one with many steps', { steps: Array(40_000).fill({}) }],
    [
      'one with many unknown keys',
      Object.fromEntries(Array.from({ length: 40_000 }, (_, key) => [`k${key}`, key])),
    ],
    [
      'one with many unknown settings',
      {
        steps: [
          {
            ...people,
            operationSettings: Object.fromEntries(
              Array.from({ length: 40_000 }, (_, key) => [`k${key}`, key]),
            ),
          },
        ],
      },
    ],
    [
      'one with long names',
      { steps: [{ resource: 'x'.repeat(1_000_000), operation: '{{'.repeat(500_000) }] },
    ],
    [
      'one with many broken templates',
      {
        steps: [
          peopleRecords,
          { ...contacts, operationSettings: { Filter: Array(50_000).fill('{{') } },
        ],
      },
    ],
  ])('%s', (_name, spec) => {
    // Quadratic work on one of these would take longer than a test may.
    const problems = problemsOf(spec);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThan(120);
    for (const { message } of problems) expect(message.length).toBeLessThan(1000);
  });
});

test('depth up to the limit is accepted', () => {
  const settings = { UDF1: deep(120) };
  expect(problemsOf({ steps: [{ ...people, operationSettings: settings }] })).toEqual([]);
});

const name = fc.constantFrom(
  'S2',
  'Salesforce',
  'Search Person Data',
  'Get Contacts',
  'RecordSetToLines',
  'Identity',
  'constructor',
  '__proto__',
  '',
);
const settings = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constant({ Filter: '{{a.b}}' }));
const step = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        id: name,
        resource: name,
        operation: name,
        operationSettings: settings,
        transform: name,
        transformSettings: settings,
        ['__proto__']: name,
        other: name,
      },
      { requiredKeys: [] },
    ),
  },
);
const specs = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        steps: fc.oneof(fc.array(step, { maxLength: 4 }), fc.jsonValue()),
        dryRun: fc.oneof(fc.boolean(), name),
        maxRecords: fc.oneof(fc.integer(), name),
        onError: fc.oneof(fc.constantFrom('fail', 'skip'), name),
      },
      { requiredKeys: ['steps'] },
    ),
  },
);

test('any JSON gives a plan or problems, and is not changed', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const before = JSON.stringify(spec);
      const compiled = compileRecordPipeline(spec, vocabulary);
      expect(JSON.stringify(spec)).toBe(before);
      if ('pipeline' in compiled) {
        const { plan } = compiled.pipeline;
        expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
        return;
      }
      expect(compiled.problems.length).toBeGreaterThan(0);
      for (const { code, message, phase } of compiled.problems) {
        expect(code).toMatch(/^RECORD_/);
        expect(message).not.toBe('');
        expect(phase).toBe('building');
      }
    }),
    { numRuns: 300 },
  );
});
