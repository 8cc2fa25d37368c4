import { describe, expect, test } from 'vitest';
import type { RecordVocabulary } from '../../../src/index.ts';
import { contacts, people, peopleRecords, vocabulary } from '../vocabulary.ts';
import { codesOf, problemsOf } from './compile.ts';

describe('an unknown name', () => {
  test('of a resource is told with the nearest one', () => {
    const [problem] = problemsOf({ steps: [{ ...people, resource: 's-2' }] });
    expect(problem).toMatchObject({
      step: 0,
      code: 'RECORD_UNKNOWN_RESOURCE',
      path: ['resource'],
      found: 's-2',
      nearest: 'S2',
      message:
        'There is no resource "s-2". Known: S2, Salesforce. Did you mean S2? It is an operation of S2.',
    });
  });

  test('of an operation is told with the nearest one of that resource', () => {
    const step = { resource: 'Salesforce', operation: 'Get Contact' };
    const [problem] = problemsOf({ steps: [peopleRecords, step] });
    expect(problem).toMatchObject({
      step: 1,
      code: 'RECORD_UNKNOWN_OPERATION',
      nearest: 'Get Contacts',
    });
  });

  test("of an operation is told with the resource whose it is, if it is another's", () => {
    const [problem] = problemsOf({ steps: [{ ...people, resource: 'Salesforce' }] });
    expect(problem?.message).toContain('It is an operation of S2.');
  });

  test('of a transform is told with the nearest one', () => {
    const [problem] = problemsOf({ steps: [{ ...people, transform: 'S2PersonToRecords' }] });
    expect(problem).toMatchObject({
      code: 'RECORD_UNKNOWN_TRANSFORM',
      nearest: 'S2PersonToRecord',
    });
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'is also %s, which every object has',
    (name) => {
      expect(codesOf([{ resource: name, operation: name, transform: name }])).toEqual([
        '0 RECORD_UNKNOWN_TRANSFORM',
        '0 RECORD_UNKNOWN_RESOURCE',
      ]);
      expect(codesOf([{ ...people, operation: name }])).toEqual(['0 RECORD_UNKNOWN_OPERATION']);
    },
  );
});

test('all problems of all steps are told at once, each with its step', () => {
  const problems = problemsOf({
    steps: [
      { resource: 'SalesForse', operation: 'Search', transform: 'S2PersonToRecord' },
      { ...contacts, id: 'lookup', operationSettings: { Fliter: 'x' }, transform: 'Nope' },
      { resource: 'Salesforce' },
    ],
    dryrun: true,
  });
  expect(problems.map(({ step, id, code, nearest }) => [step, id, code, nearest])).toEqual([
    [undefined, undefined, 'RECORD_SPEC_INVALID', 'dryRun'],
    [0, undefined, 'RECORD_UNKNOWN_RESOURCE', 'Salesforce'],
    [1, 'lookup', 'RECORD_UNKNOWN_TRANSFORM', undefined],
    [1, 'lookup', 'RECORD_SETTINGS_INVALID', 'Filter'],
    [1, 'lookup', 'RECORD_SETTINGS_INVALID', undefined],
    [2, undefined, 'RECORD_SPEC_INVALID', undefined],
  ]);
  for (const { phase, message } of problems) {
    expect(phase).toBe('building');
    expect(message).toMatch(/[.?]$/);
  }
});

test('an operation without its resource is told whose it is', () => {
  const [problem] = problemsOf({ steps: [{ operation: 'Search Person Data' }] });
  expect(problem).toMatchObject({
    code: 'RECORD_SPEC_INVALID',
    path: ['resource'],
    message:
      'The step names an operation without the resource. Give both. It is an operation of S2.',
  });
});

describe('an operation that the caller may not use', () => {
  const closed: RecordVocabulary = {
    ...vocabulary,
    refuse: (resource, operation) =>
      resource.name === 'Salesforce' || operation.name === 'Search Anything'
        ? { code: 'NOT_AUTHORIZED', message: `${operation.name} is closed for you.` }
        : undefined,
  };

  test('is refused with the code of the refusal', () => {
    expect(problemsOf({ steps: [peopleRecords, contacts] }, closed)).toEqual([
      {
        phase: 'building',
        step: 1,
        code: 'NOT_AUTHORIZED',
        message: 'Get Contacts is closed for you.',
        path: ['operation'],
      },
    ]);
  });

  test('is refused in a record-set terminal too', () => {
    const terminal = { ...contacts, operationSettings: {}, transform: 'RecordSetToLines' };
    expect(codesOf([peopleRecords, terminal], closed)).toEqual(['1 NOT_AUTHORIZED']);
  });

  test('is never suggested, and neither is a resource of which nothing is open', () => {
    const problems = problemsOf(
      {
        steps: [
          { resource: 'Salesforc', operation: 'Get Contacts' },
          { resource: 'S2', operation: 'Search Anythin' },
          { resource: 'Salesforce', operation: 'Get Contact' },
        ],
      },
      closed,
    );
    expect(problems.map(({ code }) => code)).toEqual([
      'RECORD_UNKNOWN_RESOURCE',
      'RECORD_UNKNOWN_OPERATION',
      'RECORD_UNKNOWN_RESOURCE',
    ]);
    expect(problems.map(({ nearest }) => nearest)).toEqual([undefined, undefined, undefined]);
    for (const { message } of problems) {
      expect(message).not.toMatch(/Known:.*(Salesforce|Anything)|operation of/);
    }
  });
});
