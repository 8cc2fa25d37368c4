import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createUpstreams } from '../../src/upstream/create-upstreams.ts';
import { type ContractorsServer, startContractors } from './contractors.ts';
import { planInShort } from './plan-in-short.ts';

interface Request {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** What the recipe shows, fence by fence. */
const recipe = readFileSync(
  join(import.meta.dirname, '../../../../docs/recipes/export-members-with-a-directory.md'),
  'utf8',
);
const fences = [...recipe.matchAll(/```(\w+)\n([\s\S]*?)\n```/g)].map(([, , text]) => text ?? '');
const [configuration = '', discover = '', discovered, request = '', plan, answer, csv = ''] =
  fences;
const execute = JSON.parse(request) as Request;

let server: ContractorsServer;
beforeAll(async () => {
  const { upstreams } = parse(configuration) as { upstreams: object };
  server = await startContractors(upstreams);
  await refresh();
});
afterAll(() => server.close());

/** What `guildline upstreams refresh` does. */
async function refresh(): Promise<void> {
  const upstreams = createUpstreams({
    upstreams: server.configuration.upstreams,
    dataDirectory: server.folder,
    environment: { DIRECTORY_TOKEN: 'another-token-of-the-test' },
    clock: Date,
    report: () => undefined,
  });
  await upstreams.refresh('directory');
  await upstreams.close();
  await rm(join(server.folder, 'asked.log'));
}

/** A mark is new in each answer. */
function withSteadyMarks(text: string): string {
  return text.replaceAll(/untrusted [0-9a-f]{12}/g, 'untrusted 0123456789ab');
}

function toText(value: unknown): string {
  return withSteadyMarks(JSON.stringify(value, null, 2));
}

test('discovery shows the operation, its settings and its fields, and asks nobody', async () => {
  const { name, arguments: args } = JSON.parse(discover) as Request;
  const { resources } = await server.answer(name, args);
  expect(toText({ resources })).toBe(discovered);
  expect(await server.asked()).toEqual([]);
});

test('the dry run answers the typed plan, and asks neither Discord nor the directory', async () => {
  server.simulator.control.clearRequests();
  const checked = await server.answer(execute.name, execute.arguments);
  expect(planInShort(checked['plan'])).toBe(plan);
  expect(server.simulator.control.requests()).toEqual([]);
  expect(await server.asked()).toEqual([]);
});

test('the run gives the file, byte for byte, and lists the member who is not in the directory', async () => {
  const result = await server.answer(execute.name, { ...execute.arguments, dryRun: false });
  expect(toText(result)).toBe(answer);
  expect(result['CSVFile']).toBe(`${csv.replaceAll('\n', '\r\n')}\r\n`);
  expect(await server.asked()).toEqual([
    'started with a token',
    ...['11', '22', '33', '44'].map((end) => `get_person {"discord_id":"7777888899990000${end}"}`),
  ]);
});

test('the run ends at the first record that fails, unless such records are skipped', async () => {
  const args = { ...execute.arguments, dryRun: false, onError: 'fail' };
  const { isError, structuredContent } = await server.call(execute.name, args);
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({
    error: { phase: 'execution', step: 2, code: 'UPSTREAM_FAILED', outcome: 'not_applied' },
  });
});

test('a setting that the directory does not take is found by the check, with the near one', async () => {
  const steps = execute.arguments['steps'] as Record<string, unknown>[];
  const wrong = steps.with(2, { ...steps[2], operationSettings: { discord_ids: '{{user_id}}' } });
  const { structuredContent } = await server.call(execute.name, { steps: wrong, dryRun: true });
  expect(structuredContent).toMatchObject({
    error: { phase: 'building' },
    problems: [{ step: 2, found: 'discord_ids', nearest: 'discord_id' }, { step: 2 }],
  });
});
