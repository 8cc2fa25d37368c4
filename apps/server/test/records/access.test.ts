import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '@guildline/mcp-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedServer, startServer } from './start-server.ts';

let server: StartedServer;
beforeAll(async () => {
  server = await startServer((folder) => ({
    groups: { staff: {}, guests: {}, readers: { read_only: true } },
    callers: { ada: { groups: ['staff'] }, gus: { groups: ['guests'] } },
    record_files: { folders: [folder], groups: ['staff'] },
    upstreams: {
      one: {
        command: 'never-started',
        groups: ['staff'],
        tools: { look: { effect: 'read', record_type: 'Person' } },
      },
      two: {
        command: 'never-started',
        tools: { look: { effect: 'read', record_type: 'Person' }, change: {} },
      },
    },
  }));
  await writeFile(join(server.folder, 'people.csv'), 'id,name\n777788889999000011,Ada\n');
});
afterAll(() => server.close());

const ada: Caller = { id: 'ada', groups: [] };
const gus: Caller = { id: 'gus', groups: ['staff'] };
const steps = [
  { resource: 'Files', operation: 'read_csv', operationSettings: { path: 'people.csv' } },
  { transform: 'RecordSetToCSVStringSet' },
];

async function resourcesFor(caller?: Caller): Promise<string[]> {
  const { resources } = await server.answer('pipeline_discover', {}, caller);
  return (resources as { name: string }[]).map(({ name }) => name);
}

async function codeOf(name: string, args: object, caller: Caller): Promise<string> {
  const { content, isError, structuredContent } = await server.call(name, args, caller);
  if (!isError) return 'fine';
  const text = content[0]?.type === 'text' ? content[0].text : '';
  return (
    (structuredContent?.['error'] as { code: string } | undefined)?.code ?? JSON.parse(text).code
  );
}

test('a resource with groups is open to their callers, and to who may do everything', async () => {
  expect(await resourcesFor()).toEqual(['Discord', 'Inline', 'Files', 'one', 'two']);
  expect(await resourcesFor(ada)).toEqual(['Discord', 'Inline', 'Files', 'one', 'two']);
  expect(await resourcesFor(gus)).toEqual(['Discord', 'Inline', 'two']);
});

test('its tools by themselves are no way around', async () => {
  expect(await codeOf('files_read_csv', { path: 'people.csv' }, ada)).toBe('fine');
  expect(await codeOf('files_read_csv', { path: 'people.csv' }, gus)).toBe('NOT_AUTHORIZED');
  expect(await codeOf('one_look', {}, gus)).toBe('NOT_AUTHORIZED');
  expect(await codeOf('two_look', {}, gus)).toBe('UPSTREAM_UNAVAILABLE');
});

test('a pipeline over a file is run for one caller and refused to the other', async () => {
  const { CSVFile } = await server.answer('pipeline_execute', { steps }, ada);
  expect(CSVFile).toBe('id,name\r\n777788889999000011,Ada\r\n');
  expect(await codeOf('pipeline_execute', { steps }, gus)).not.toBe('fine');
});

test('a tool of an upstream that may destroy needs an approval, and one that reads does not', async () => {
  expect(await codeOf('two_change', {}, ada)).toBe('CONFIRMATION_REQUIRED');
  expect(await codeOf('two_look', {}, ada)).toBe('UPSTREAM_UNAVAILABLE');
});

test('two systems may have a type of one name', async () => {
  const { transforms } = await server.answer('pipeline_discover', {}, ada);
  const names = (transforms as { name: string }[]).map(({ name }) => name);
  expect(names.filter((name) => name === 'PersonToRecord')).toHaveLength(1);
});

test('the failed records of a run are the source of the next', async () => {
  const broken = 'id,user\n1,"{""name"":""Ada""}"\n2,oops\n';
  await writeFile(join(server.folder, 'broken.csv'), broken);
  const operationSettings = { path: 'broken.csv', json_columns: ['user'] };
  const source = { resource: 'Files', operation: 'read_csv', operationSettings };
  const run = { steps: [source, { transform: 'RecordSetToCSVStringSet' }], onError: 'skip' };
  const first = await server.answer('pipeline_execute', run, ada);
  expect(first).toMatchObject({
    CSVFile: 'id,user\r\n1,"{""name"":""Ada""}"\r\n',
    summary: { failed: 1 },
  });
  const failed = String(first['failed_records']);
  await writeFile(
    join(server.folder, 'broken.csv'),
    failed.replace('oops', '"{""name"":""Ben""}"'),
  );
  const columns = {
    transform: 'RecordSetToCSVStringSet',
    transformSettings: { columns: ['id', 'user'] },
  };
  const second = await server.answer('pipeline_execute', { ...run, steps: [source, columns] }, ada);
  expect(second).toMatchObject({ CSVFile: 'id,user\r\n2,"{""name"":""Ben""}"\r\n' });
  expect(second['summary']).not.toHaveProperty('failed');
});

test('inline records are a source for everybody', async () => {
  const records = [{ id: '1' }, { id: '2' }];
  const inline = [
    { resource: 'Inline', operation: 'read', operationSettings: { records } },
    { transform: 'RecordSetToJSONLines' },
  ];
  const { CSVFile } = await server.answer('pipeline_execute', { steps: inline }, gus);
  expect(CSVFile).toBe('{"id":"1"}\n{"id":"2"}\n');
});
