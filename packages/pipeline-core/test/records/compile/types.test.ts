import { describe, expect, test } from 'vitest';
import { contacts, operation, people, peopleRecords } from '../vocabulary.ts';
import { codesOf, compile, problemsOf } from './compile.ts';

const badge = { resource: 'Salesforce', operation: 'Get Badge' };
const anything = { resource: 'Salesforce', operation: 'Get Anything' };
const object = { resource: 'Salesforce', operation: 'Get Object' };
const mismatch = (step: number) => [`${step} RECORD_TYPE_MISMATCH`];

describe('between steps', () => {
  test('what a step gives must be what the next operation takes', () => {
    expect(codesOf([people, badge])).toEqual([]);
    expect(codesOf([people, contacts])).toEqual(mismatch(1));
  });

  test("a step's output is its transform's output", () => {
    expect(codesOf([peopleRecords, contacts])).toEqual([]);
    expect(codesOf([peopleRecords, badge])).toEqual(mismatch(1));
  });

  test('a step with only a transform hands on what the transform gives', () => {
    expect(codesOf([people, { transform: 'S2PersonToRecord' }, contacts])).toEqual([]);
    expect(codesOf([peopleRecords, { transform: 'S2PersonToRecord' }])).toEqual(mismatch(1));
  });
});

describe('inside a step', () => {
  test("the operation's output must feed the transform", () => {
    expect(codesOf([peopleRecords, { ...contacts, transform: 'ContactToRecord' }])).toEqual([]);
    expect(codesOf([peopleRecords, { ...contacts, transform: 'S2PersonToRecord' }])).toEqual(
      mismatch(1),
    );
    expect(codesOf([{ ...people, transform: 'ContactToRecord' }])).toEqual(mismatch(0));
  });

  test('without a transform the output is what the operation gives', () => {
    const { plan } = compile({ steps: [people, badge] });
    expect(plan.steps[1]?.types.output).toBe('Badge');
    expect(codesOf([people, badge, { transform: 'BadgeToContact' }])).toEqual([]);
    expect(codesOf([people, badge, { transform: 'ContactToRecord' }])).toEqual(mismatch(2));
  });
});

describe('object is universal', () => {
  test.each(['Identity', 'RecordToRecord'])('%s bridges any two steps', (transform) => {
    expect(codesOf([{ ...people, transform }, contacts])).toEqual([]);
    expect(codesOf([people, { transform }, contacts])).toEqual([]);
    expect(codesOf([people, contacts])).toEqual(mismatch(1));
  });

  test('an operation that takes and gives object fits anywhere', () => {
    expect(codesOf([people, object, contacts])).toEqual([]);
  });

  test.each(['Object', 'object ', 'constructor', ''])('and %j is not object', (output) => {
    const operations = [
      operation('Read', { iterates: true, output }),
      operation('Take', { input: 'Record' }),
    ];
    const words = { resources: [{ name: 'R', description: '', operations }], transforms: [] };
    const steps = ['Read', 'Take'].map((name) => ({ resource: 'R', operation: name }));
    expect(codesOf(steps, words)).toEqual(mismatch(1));
  });
});

describe('Record is the common currency', () => {
  test('any ToRecord output feeds any RecordTo input', () => {
    expect(codesOf([peopleRecords, { transform: 'RecordSetToLines' }])).toEqual([]);
    const rendered = { ...contacts, transform: 'ContactToRecord' };
    expect(codesOf([peopleRecords, rendered, { transform: 'RecordSetToLines' }])).toEqual([]);
  });

  test('what is no Record does not', () => {
    expect(codesOf([people, { transform: 'RecordSetToLines' }])).toEqual(mismatch(1));
    expect(codesOf([peopleRecords, contacts, { transform: 'RecordSetToLines' }])).toEqual(
      mismatch(2),
    );
  });
});

describe('an undeclared type is permissive', () => {
  const source = { resource: 'S2', operation: 'Search Anything' };

  test('of an operation, in both directions', () => {
    expect(codesOf([source, contacts])).toEqual([]);
    expect(codesOf([people, anything, badge])).toEqual([]);
  });

  test('of a transform, in both directions', () => {
    expect(codesOf([{ ...people, transform: 'Undeclared' }, contacts])).toEqual([]);
  });

  test('and only that: the declared types around it are compared', () => {
    expect(codesOf([source, { transform: 'S2PersonToRecord' }, badge])).toEqual(mismatch(2));
  });
});

describe('a record-set terminal', () => {
  test('is typed by what comes in, not by its own operation, which is not executed', () => {
    const terminal = { transform: 'RecordSetToLines', resource: 'Salesforce' };
    expect(codesOf([peopleRecords, { ...terminal, operation: 'Get Contacts' }])).toEqual([]);
    expect(codesOf([peopleRecords, { ...terminal, operation: 'Get Badge' }])).toEqual(mismatch(1));
    expect(codesOf([people, { ...terminal, operation: 'Get Anything' }])).toEqual(mismatch(1));
  });

  test('takes an iterating operation and asks for no settings', () => {
    const terminal = { transform: 'RecordSetToLines', ...people };
    expect(codesOf([peopleRecords, terminal])).toEqual([]);
  });
});

test("a record terminal renders what its own step's operation gives", () => {
  expect(codesOf([peopleRecords, { ...object, transform: 'RecordToLine' }])).toEqual([]);
  expect(codesOf([peopleRecords, { ...contacts, transform: 'RecordToLine' }])).toEqual(mismatch(1));
});

test('a mismatch says what was expected, what was found, and which transform helps', () => {
  const [problem] = problemsOf({ steps: [people, { ...contacts, id: 'lookup' }] });
  expect(problem).toEqual({
    phase: 'building',
    step: 1,
    id: 'lookup',
    code: 'RECORD_TYPE_MISMATCH',
    message:
      'Get Contacts takes Record, and step 0 gives S2Person. The transform S2PersonToRecord turns S2Person into Record; use it as the transform of step 0, or in a step between.',
    path: ['operation'],
    expected: 'Record',
    found: 'S2Person',
  });
});

test('a name that is not known makes no further mismatches', () => {
  expect(codesOf([{ ...people, transform: 'Nope' }, contacts])).toEqual([
    '0 RECORD_UNKNOWN_TRANSFORM',
  ]);
  expect(codesOf([{ resource: 'S2', operation: 'Nope' }, badge])).toEqual([
    '0 RECORD_UNKNOWN_OPERATION',
  ]);
});
