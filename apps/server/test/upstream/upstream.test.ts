import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Outcome, toWireTool } from '@guildline/mcp-core';
import { afterEach, expect, test } from 'vitest';
import { child, linesOf, type StartedUpstream, startUpstream } from './start-upstream.ts';

let started: StartedUpstream | undefined;
afterEach(async () => {
  await started?.remove();
  started = undefined;
});

const secret = 's3cr3t-of-the-directory';
const lookup = { effect: 'read', record_type: 'Person' } as const;

/** The directory, with a log of what it is asked in the data directory. */
async function startDirectory(environment: Readonly<Record<string, string>> = {}) {
  const variables: Record<string, string> = { DIRECTORY_TOKEN: secret, ...environment };
  started = await startUpstream(
    {
      directory: child('directory-server', {
        env: { DIRECTORY_TOKEN: { env: 'DIRECTORY_TOKEN' }, DIRECTORY_LOG: { env: 'LOG' } },
        tools: {
          get_person: { ...lookup, description: 'Looks a member up' },
          listPeople: { ...lookup, list: 'people', cursor: { argument: 'page', result: 'next' } },
          extend_contract: {},
        },
      }),
    },
    variables,
  );
  variables['LOG'] = join(started.folder, 'requests.log');
  return started;
}

function log({ folder }: StartedUpstream): Promise<string[]> {
  return linesOf(join(folder, 'requests.log'));
}

function structured(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  return outcome.structured;
}

const ada = { discord_id: '777788889999000011' };

test('the tools that the configuration names are tools of ours, and no others', async () => {
  const { tools } = await startDirectory();
  const all = tools.all().map(({ name, category, effect, destructive }) => {
    return { name, category, effect, destructive };
  });
  expect(all).toEqual([
    { name: 'directory_extend_contract', category: 'directory', effect: 'once', destructive: true },
    { name: 'directory_get_person', category: 'directory', effect: 'read', destructive: false },
    { name: 'directory_list_people', category: 'directory', effect: 'read', destructive: false },
  ]);
});

test('listing the tools starts nothing and writes nothing', async () => {
  const directory = await startDirectory();
  for (const tool of directory.tools.all()) toWireTool(tool);
  expect(await log(directory)).toEqual([]);
  expect(directory.reports).toEqual([]);
});

test('one process answers all calls, also those that are made at once', async () => {
  const directory = await startDirectory();
  const outcomes = await Promise.all(
    ['11', '22', '33'].map((end) =>
      directory.call('directory_get_person', { discord_id: `7777888899990000${end}` }),
    ),
  );
  expect(outcomes.map((outcome) => structured(outcome)['name'])).toEqual([
    'Ada Marsh',
    'Ben Okafor',
    'Lindgren, Cleo',
  ]);
  await directory.call('directory_list_people');
  const lines = await log(directory);
  expect(lines.filter((line) => line.startsWith('started'))).toHaveLength(1);
  expect(lines).toHaveLength(5);
});

test('arguments are held against the upstream’s schema before it is asked, also the first time', async () => {
  const directory = await startDirectory();
  for (const args of [{}, { discord_id: 5 }, { ...ada, extra: 1 }]) {
    expect(await directory.call('directory_get_person', args)).toMatchObject({
      kind: 'error',
      error: { code: 'VALIDATION_ERROR', outcome: 'not_applied' },
    });
  }
  expect(await log(directory)).toEqual(['started with a token']);
});

test('schemas are known from the second start on, and listing them starts nothing', async () => {
  const directory = await startDirectory();
  const published = (from: StartedUpstream) => {
    const tool = from.tools.find('directory_get_person');
    return tool && toWireTool(tool);
  };
  const before = published(directory);
  expect(before?.inputSchema).toMatchObject({ properties: {} });
  await directory.call('directory_get_person', ada);
  expect(published(directory)).toEqual(before);
  const again = directory.restart();
  expect(published(again)?.inputSchema).toMatchObject({
    properties: { discord_id: { type: 'string' } },
    required: ['discord_id'],
  });
  expect(Object.keys(published(again)?.outputSchema['properties'] ?? {})).toContain('email');
  expect((await log(directory)).filter((line) => line.startsWith('started'))).toHaveLength(1);
});

test('nothing that an upstream writes of itself is shown to a model', async () => {
  const directory = await startDirectory();
  await directory.call('directory_get_person', ada);
  const wire = JSON.stringify(directory.restart().tools.all().map(toWireTool));
  expect(wire).not.toContain('IGNORE');
  expect(wire).toContain('Looks a member up. Reads with get_person of \\"directory\\"');
});

test('what an upstream says of a tool’s effect does not count', async () => {
  const { tools } = await startDirectory();
  const extend = tools.find('directory_extend_contract');
  expect(extend && toWireTool(extend).annotations).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  });
});

test('schemas that have changed are told of and not taken over before a refresh', async () => {
  const directory = await startDirectory();
  const file = join(directory.folder, 'upstreams/directory.json');
  await mkdir(join(directory.folder, 'upstreams'));
  const properties = { discord_id: { type: 'string' }, old: { type: 'string' } };
  const input = { type: 'object', properties, required: [], additionalProperties: false };
  await writeFile(file, JSON.stringify({ tools: { get_person: { input } } }));
  expect(structured(await directory.call('directory_get_person', ada))).toMatchObject({
    email: 'ada@example.org',
  });
  expect(directory.reports.join('\n')).toContain('get_person are not those that are published');
  expect(await readFile(file, 'utf8')).toContain('"old"');
  expect(await readFile(file, 'utf8')).toContain('listPeople');
  const found = await directory.upstreams.refresh('directory');
  expect([...found.keys()]).toEqual(['get_person', 'listPeople', 'extend_contract']);
  expect(await readFile(file, 'utf8')).not.toContain('"old"');
});

test('a file of schemas that is broken counts as none', async () => {
  const directory = await startDirectory();
  await mkdir(join(directory.folder, 'upstreams'));
  await writeFile(join(directory.folder, 'upstreams/directory.json'), '{"tools":');
  expect(structured(await directory.call('directory_get_person', ada))['name']).toBe('Ada Marsh');
});

test('a credential that is missing is named by its place, and nothing is started', async () => {
  const directory = await startDirectory({ DIRECTORY_TOKEN: ' ' });
  const outcome = await directory.call('directory_get_person', ada);
  expect(outcome).toMatchObject({
    kind: 'error',
    error: { code: 'UPSTREAM_UNAVAILABLE', retriable: true },
  });
  expect(JSON.stringify(outcome)).toContain('environment variable DIRECTORY_TOKEN is not set');
  expect(await log(directory)).toEqual([]);
});

test('a credential stands in no result, no error and no log, even if the upstream repeats it', async () => {
  const directory = await startDirectory();
  const args = { ...ada, end_date: '2032-01-01' };
  const outcome = await directory.call('directory_extend_contract', args, {
    grant: undefined,
  });
  expect(structured(outcome)).toEqual({ extended: true, who: '[redacted]' });
  await directory.remove();
  started = undefined;
  expect(directory.reports).toEqual(['directory: directory listens with [redacted]']);
});

test('a resource offers the tools as operations, with their types and their pages', async () => {
  const { upstreams } = await startDirectory();
  expect(upstreams.resources).toMatchObject([
    {
      name: 'directory',
      concurrency: 4,
      types: [{ name: 'Person' }],
      operations: [
        { tool: 'directory_get_person', name: 'get_person', output: 'Person' },
        {
          tool: 'directory_list_people',
          name: 'listPeople',
          output: 'Person',
          iterates: { list: 'people', cursor: { argument: 'page', result: 'next' } },
        },
        { tool: 'directory_extend_contract', name: 'extend_contract' },
      ],
    },
  ]);
});
