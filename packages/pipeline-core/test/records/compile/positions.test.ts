import { describe, expect, test } from 'vitest';
import { contacts, people, peopleRecords } from '../vocabulary.ts';
import { codesOf, problemsOf } from './compile.ts';

const terminal = { transform: 'RecordSetToLines' };

describe('step 0', () => {
  test('is a source: an operation that iterates', () => {
    expect(codesOf([people])).toEqual([]);
    expect(codesOf([contacts])).toEqual(['0 RECORD_SOURCE_INVALID', '0 RECORD_TEMPLATE_INVALID']);
    expect(codesOf([{ transform: 'Identity' }])).toEqual(['0 RECORD_SOURCE_INVALID']);
  });

  test('only reads: a source is called for each page', () => {
    expect(codesOf([{ resource: 'S2', operation: 'Search And Mark' }])).toEqual([
      '0 RECORD_SOURCE_INVALID',
    ]);
  });

  test('may render what it gives, and cannot render what came before it', () => {
    expect(codesOf([{ ...people, transform: 'RecordToLine' }])).toEqual(['0 RECORD_TYPE_MISMATCH']);
    expect(
      codesOf([{ resource: 'S2', operation: 'Search Anything', transform: 'RecordToLine' }]),
    ).toEqual([]);
    expect(codesOf([{ resource: 'S2', operation: 'Search Anything', ...terminal }])).toEqual([
      '0 RECORD_TERMINAL_MISPLACED',
    ]);
  });
});

test('an operation that iterates stands in no later step', () => {
  expect(codesOf([peopleRecords, people])).toEqual(['1 RECORD_SOURCE_INVALID']);
});

test('a terminal stands last', () => {
  expect(codesOf([peopleRecords, terminal])).toEqual([]);
  expect(codesOf([peopleRecords, terminal, { transform: 'Identity' }])).toEqual([
    '1 RECORD_TERMINAL_MISPLACED',
  ]);
});

test('a pipeline needs no terminal', () => {
  expect(codesOf([peopleRecords, contacts])).toEqual([]);
});

test('a step does something', () => {
  expect(problemsOf({ steps: [people, {}] })).toMatchObject([
    { step: 1, code: 'RECORD_SPEC_INVALID', path: [] },
  ]);
});

describe('a background run', () => {
  const update = {
    resource: 'Salesforce',
    operation: 'Update Contact',
    transform: 'ContactToRecord',
  };
  const steps = [peopleRecords, update, { transform: 'RecordSetToReport' }];

  test('that writes needs a terminal that can go on after an interruption', () => {
    expect(problemsOf({ steps, background: true })).toMatchObject([
      { step: 2, code: 'RECORD_NOT_RESUMABLE' },
    ]);
    expect(problemsOf({ steps: [...steps.slice(0, 2), terminal], background: true })).toEqual([]);
  });

  test('may begin again if it only reads, and a run with an answer is not interrupted', () => {
    expect(problemsOf({ steps: [peopleRecords, steps[2]], background: true })).toEqual([]);
    expect(problemsOf({ steps })).toEqual([]);
  });
});
