import { describe, expect, it } from 'vitest';
import { everything } from '../../src/access/rights.ts';
import { alice } from '../fakes.ts';
import { mallory, type RecordsOptions, startRecords } from './records-world.ts';

interface Discovered {
  resources: {
    name: string;
    operations: { name: string; settings?: { properties: object }; fields?: string[] }[];
  }[];
  transforms: { name: string; input: string | null }[];
  conventions: Record<string, string>;
}

async function discover(filter: object, options: RecordsOptions = {}, caller = alice) {
  const outcome = await startRecords(options).call('pipeline_discover', filter, caller);
  if (outcome.kind !== 'result') throw outcome.kind === 'error' ? outcome.error : outcome;
  return outcome.structured as never as Discovered;
}

describe('pipeline_discover', () => {
  it('names what can be used, with types and the conventions, and tells no settings of all of it', async () => {
    const { resources, transforms, conventions } = await discover({});
    expect(resources.map(({ name }) => name)).toEqual(['People', 'Directory']);
    expect(resources[0]?.operations[0]).toEqual({
      name: 'people_list',
      description: 'Lists people.',
      iterates: true,
      input: null,
      output: 'Person',
      effect: 'read',
    });
    expect(transforms.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Identity', 'PersonToRecord', 'ContactToRecord', 'RecordSetToLines']),
    );
    expect(Object.keys(conventions)).toEqual(
      expect.arrayContaining(['steps', 'types', 'templates', 'mapping', 'limits']),
    );
  });

  it('tells the settings and the fields of one resource, without page size and approval', async () => {
    const { resources } = await discover({ resource: 'People' });
    const operations = new Map(resources[0]?.operations.map((one) => [one.name, one]));
    expect(Object.keys(operations.get('people_list')?.settings?.properties ?? {})).toEqual([
      'cursor',
      'city',
    ]);
    expect(operations.get('people_list')?.fields).toEqual(['id', 'name']);
    expect(Object.keys(operations.get('people_remove')?.settings?.properties ?? {})).toEqual([
      'id',
      'text',
    ]);
  });

  it('shows only what this caller may use, and never a pipeline as an operation', async () => {
    const open = await discover({}, { groups: ['moderators'] });
    expect(open.resources[0]?.operations.map(({ name }) => name)).not.toContain('pipeline_execute');
    const closed = await discover({}, { groups: ['moderators'] }, mallory);
    expect(closed.resources.map(({ name }) => name)).toEqual(['Directory']);
    expect(closed.transforms.map(({ name }) => name)).not.toContain('PersonToRecord');
    const partly = await discover(
      {},
      { rightsOf: () => ({ readOnly: true, mayUse: everything.mayUse }) },
    );
    expect(partly.resources[0]?.operations.map(({ name }) => name)).toEqual([
      'people_list',
      'people_get',
    ]);
  });

  it('shows nothing of a resource that needs a minted caller token', async () => {
    const { resources } = await discover({}, { callerToken: true });
    expect(resources.map(({ name }) => name)).toEqual(['Directory']);
  });

  it('answers an unknown or closed name with those that there are', async () => {
    await expect(discover({ resource: 'Peopel' })).rejects.toMatchObject({
      code: 'RECORD_UNKNOWN_RESOURCE',
      message: expect.stringContaining('Did you mean People?'),
    });
    await expect(discover({ resource: 'People', operation: 'x' })).rejects.toMatchObject({
      code: 'RECORD_UNKNOWN_OPERATION',
    });
    await expect(discover({ resource: 'People' }, { groups: [] })).rejects.toMatchObject({
      message: expect.not.stringContaining('People'),
    });
    await expect(discover({ operation: 'people_get' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});
