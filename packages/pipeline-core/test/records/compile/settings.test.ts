import { describe, expect, test } from 'vitest';
import type { RecordVocabulary } from '../../../src/index.ts';
import {
  contacts,
  operation,
  people,
  peopleRecords,
  transform,
  vocabulary,
} from '../vocabulary.ts';
import { codesOf, compile, problemsOf } from './compile.ts';

describe('settings of an operation', () => {
  test('with a name that it does not have are refused with the nearest one', () => {
    const [problem] = problemsOf({ steps: [{ ...people, operationSettings: { UDF2: 'x' } }] });
    expect(problem).toMatchObject({
      code: 'RECORD_SETTINGS_INVALID',
      path: ['operationSettings', 'UDF2'],
      found: 'UDF2',
      nearest: 'UDF1',
      message: 'Search Person Data has no setting UDF2. Known: UDF1. Did you mean UDF1?',
    });
  });

  test('that are required and missing are named', () => {
    const [problem] = problemsOf({
      steps: [peopleRecords, { ...contacts, operationSettings: {} }],
    });
    expect(problem).toMatchObject({
      code: 'RECORD_SETTINGS_INVALID',
      path: ['operationSettings', 'Filter'],
      expected: 'Filter',
      message: 'Get Contacts needs the setting Filter.',
    });
  });

  test('need an operation', () => {
    const step = { transform: 'Identity', operationSettings: {} };
    expect(problemsOf({ steps: [people, step] })).toMatchObject([
      { step: 1, code: 'RECORD_SETTINGS_INVALID', path: ['operationSettings'] },
    ]);
  });

  test('are not required of an operation that is not executed, and must be known all the same', () => {
    const terminal = { ...contacts, transform: 'RecordSetToLines' };
    expect(codesOf([peopleRecords, { ...terminal, operationSettings: {} }])).toEqual([]);
    expect(codesOf([peopleRecords, { ...terminal, operationSettings: { No: 1 } }])).toEqual([
      '1 RECORD_SETTINGS_INVALID',
    ]);
  });

  test('may have any name if the schema says so', () => {
    const settings = { type: 'object', properties: { a: {} }, additionalProperties: true };
    const words = with1(operation('Read', { iterates: true, settings }));
    expect(
      codesOf([{ resource: 'R', operation: 'Read', operationSettings: { b: 1 } }], words),
    ).toEqual([]);
  });
});

/** A vocabulary of one resource with one operation. */
function with1(only: ReturnType<typeof operation>): RecordVocabulary {
  return { ...vocabulary, resources: [{ name: 'R', description: '', operations: [only] }] };
}

describe("an operation's own check", () => {
  const checked = operation('Read', {
    iterates: true,
    names: ['limit', 'text'],
    checkSettings: (given, isTemplate) => [
      ...(typeof given['limit'] === 'number' ? [] : [{ path: ['limit'], message: 'No number.' }]),
      ...(isTemplate(['text']) ? [{ path: ['text'], message: 'A template.' }] : []),
    ],
  });
  const step = (operationSettings: object) => ({
    resource: 'R',
    operation: 'Read',
    operationSettings,
  });

  test('adds what the names do not show', () => {
    expect(problemsOf({ steps: [step({ limit: 'ten' })] }, with1(checked))).toMatchObject([
      { path: ['operationSettings', 'limit'], message: 'No number.' },
    ]);
    expect(codesOf([step({ limit: 10 })], with1(checked))).toEqual([]);
  });

  test('does not repeat a problem at the same place', () => {
    const words = with1({ ...checked, requiredSettings: ['limit'] });
    expect(codesOf([step({})], words)).toEqual(['0 RECORD_SETTINGS_INVALID']);
  });

  test('is told where templates are', () => {
    const later = with1({ ...checked, iterates: false });
    const words = { ...later, resources: [...vocabulary.resources, ...later.resources] };
    const steps = [peopleRecords, step({ limit: 1, text: '{{name}}' })];
    expect(problemsOf({ steps }, words)).toMatchObject([{ message: 'A template.' }]);
  });

  test('that throws is a problem that names it', () => {
    const broken = with1({
      ...checked,
      checkSettings: () => {
        throw new Error('boom');
      },
    });
    const [problem] = problemsOf({ steps: [step({ limit: 1 })] }, broken);
    expect(problem?.message).toBe(
      'Read could not check its settings (Error: boom). This is a defect of the server.',
    );
  });
});

describe('settings of a transform', () => {
  const words: RecordVocabulary = {
    ...vocabulary,
    transforms: [
      transform('Code', {
        settings: { type: 'object', properties: { code: {} }, required: ['code'] },
        checkSettings: ({ code }) => (code === '' ? [{ path: ['code'], message: 'Empty.' }] : []),
      }),
    ],
  };
  const step = (transformSettings?: object) => ({
    ...people,
    transform: 'Code',
    ...(transformSettings ? { transformSettings } : {}),
  });

  test('are checked for names, for what is missing, and by the transform', () => {
    expect(codesOf([step({ code: 'x' })], words)).toEqual([]);
    expect(problemsOf({ steps: [step({ code: '' })] }, words)).toMatchObject([
      { code: 'RECORD_SETTINGS_INVALID', path: ['transformSettings', 'code'], message: 'Empty.' },
    ]);
    expect(problemsOf({ steps: [step({ code: 'x', cod: 'y' })] }, words)).toMatchObject([
      { path: ['transformSettings', 'cod'], nearest: 'code' },
    ]);
    expect(problemsOf({ steps: [step()] }, words)).toMatchObject([{ expected: 'code' }]);
  });

  test('need a transform', () => {
    expect(codesOf([{ ...people, transformSettings: { code: 'x' } }], words)).toEqual([
      '0 RECORD_SETTINGS_INVALID',
    ]);
  });
});

describe('templates', () => {
  const lookup = (Filter: unknown) => [
    peopleRecords,
    { ...contacts, operationSettings: { Filter } },
  ];

  test('are compiled, at any depth', () => {
    const { plan } = compile({ steps: lookup({ any: ['{{email}}', 'plain'] }) });
    expect(plan.steps[1]?.templates).toEqual([
      { path: ['Filter', 'any', 0], text: '{{email}}', fields: ['email'] },
    ]);
  });

  test('that cannot be read are problems with their place', () => {
    expect(problemsOf({ steps: lookup({ any: ['{{email'] }) })).toMatchObject([
      {
        step: 1,
        code: 'RECORD_TEMPLATE_INVALID',
        path: ['operationSettings', 'Filter', 'any', 0],
      },
    ]);
  });

  test('are refused in step 0, where there is no record yet', () => {
    const source = (UDF1: string) => [{ ...people, operationSettings: { UDF1 } }];
    expect(codesOf(source('{{name}}'))).toEqual(['0 RECORD_TEMPLATE_INVALID']);
    expect(codesOf(source('{{@}}'))).toEqual(['0 RECORD_TEMPLATE_INVALID']);
    expect(codesOf(source("{{length('abc')}}"))).toEqual(['0 RECORD_TEMPLATE_INVALID']);
    expect(codesOf(source("{{ '{{' }}"))).toEqual([]);
  });

  test('that read a field which the incoming type excludes are refused', () => {
    const badge = (Colour: string) => [
      people,
      { resource: 'Salesforce', operation: 'Get Badge', operationSettings: { Colour } },
    ];
    expect(codesOf(badge('{{email}}'))).toEqual([]);
    const [problem] = problemsOf({ steps: badge('{{emal}}') });
    expect(problem?.code).toBe('RECORD_TEMPLATE_INVALID');
    expect(problem?.message).toBe(
      'S2Person has no field emal. Known: name, email. Did you mean email?',
    );
  });
});

describe('reserved keys', () => {
  const spec = {
    __caller: 'me',
    steps: [
      {
        ...people,
        __token: 'x',
        operationSettings: { UDF1: [{ __CallerUPN: 'admin', deep: { __x: { __y: 1 } } }] },
      },
    ],
  };

  test('are stripped at any depth and told in the plan', () => {
    const { plan, steps } = compile(spec);
    expect(plan.stripped).toEqual(['__caller']);
    expect(plan.steps[0]?.stripped).toEqual([
      '__token',
      'operationSettings.UDF1[0].__CallerUPN',
      'operationSettings.UDF1[0].deep.__x',
    ]);
    expect(plan.steps[0]?.operationSettings).toEqual({ UDF1: [{ deep: {} }] });
    expect(JSON.stringify(steps[0]?.call?.settings)).not.toContain('admin');
  });

  test('are stripped from the settings of a transform too', () => {
    const step = {
      ...people,
      transform: 'RecordToRecord',
      transformSettings: { fields: { __proto: '{{x}}', a: 1 } },
    };
    const { plan } = compile({ steps: [step] });
    expect(plan.steps[0]?.transformSettings).toEqual({ fields: { a: 1 } });
    expect(plan.steps[0]?.stripped).toEqual(['transformSettings.fields.__proto']);
  });

  test('cannot reach a prototype', () => {
    const settings = JSON.parse('{"UDF1": {"__proto__": {"polluted": true}, "a": 1}}');
    const { plan } = compile({ steps: [{ ...people, operationSettings: settings }] });
    expect(plan.steps[0]?.operationSettings).toEqual({ UDF1: { a: 1 } });
    expect(plan.steps[0]?.stripped).toEqual(['operationSettings.UDF1.__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('of which there are very many are counted', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, key) => [`__${key}`, key]));
    const { plan } = compile({ steps: [{ ...people, operationSettings: many }] });
    expect(plan.steps[0]?.stripped).toHaveLength(51);
    expect(plan.steps[0]?.stripped.at(-1)).toBe('and 950 more');
  });
});
