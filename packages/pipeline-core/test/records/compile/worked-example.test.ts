import { expect, test } from 'vitest';
import { peopleRecords } from '../vocabulary.ts';
import { compile } from './compile.ts';

const example = {
  steps: [
    { ...peopleRecords, operationSettings: { UDF1: 'Contractors' } },
    {
      resource: 'Salesforce',
      operation: 'Get Contacts',
      operationSettings: { Filter: 'Email = {{email}}' },
      transform: 'ContactToRecord',
    },
    { transform: 'RecordSetToLines', resource: 'Salesforce', operation: 'Get Contacts' },
  ],
  dryRun: true,
};

test("the document's example compiles to a typed plan", () => {
  const { plan } = compile(example);
  expect(plan).toMatchObject({
    writes: false,
    destructive: false,
    resumable: true,
    dryRun: true,
    background: false,
    onError: 'fail',
    maxRecords: null,
    artifact: { mediaType: 'text/plain', encoding: 'text' },
    stripped: [],
  });
  expect(plan.steps.map(({ types }) => [types.incoming, types.output])).toEqual([
    [null, 'Record'],
    ['Record', 'Record'],
    ['Record', 'Lines'],
  ]);
  expect(plan.steps[1]).toEqual({
    step: 1,
    id: null,
    resource: 'Salesforce',
    operation: 'Get Contacts',
    tool: 'get_contacts',
    executed: true,
    effect: 'read',
    writes: false,
    destructive: false,
    operationSettings: { Filter: 'Email = {{email}}' },
    templates: [{ path: ['Filter'], text: 'Email = {{email}}', fields: ['email'] }],
    transform: 'ContactToRecord',
    transformSettings: {},
    terminal: 'none',
    types: {
      incoming: 'Record',
      operationInput: 'Record',
      operationOutput: 'Contact',
      transformInput: 'Contact',
      transformOutput: 'Record',
      output: 'Record',
    },
    stripped: [],
  });
});

test('the operation of a record-set terminal is named in the plan and not executed', () => {
  const { plan, steps } = compile(example);
  expect(plan.steps[2]).toMatchObject({
    operation: 'Get Contacts',
    executed: false,
    effect: null,
    terminal: 'set',
  });
  expect(steps[2]?.call).toBeUndefined();
});

test('a plan is JSON and shares nothing with the spec', () => {
  const spec = structuredClone(example);
  const { plan } = compile(spec);
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  const before = JSON.stringify(plan);
  (spec.steps[1] as { operationSettings: { Filter: string } }).operationSettings.Filter = 'other';
  expect(JSON.stringify(plan)).toBe(before);
});

test('a writing step and a destructive one show in the plan', () => {
  const update = { resource: 'Salesforce', operation: 'Update Contact' };
  const { plan } = compile({
    steps: [{ ...peopleRecords, id: 'people' }, update],
    onError: 'skip',
    maxRecords: 5,
    background: true,
  });
  expect(plan).toMatchObject({
    writes: true,
    destructive: true,
    onError: 'skip',
    maxRecords: 5,
    background: true,
    artifact: null,
  });
  expect(plan.steps[0]).toMatchObject({ id: 'people', writes: false });
  expect(plan.steps[1]).toMatchObject({ effect: 'once', writes: true, destructive: true });
});
