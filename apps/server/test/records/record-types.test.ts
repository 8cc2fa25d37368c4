import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ContractorsServer, startContractors } from './contractors.ts';
import { planInShort } from './plan-in-short.ts';

/** What the page shows, fence by fence: the configuration, and then steps and their answers. */
const page = readFileSync(
  join(import.meta.dirname, '../../../../docs/explanation/record-types.md'),
  'utf8',
);
const [configuration = '', ...fences] = [...page.matchAll(/```\w+\n([\s\S]*?)\n```/g)].map(
  ([, text]) => text ?? '',
);
const examples = fences.flatMap((steps, index) =>
  index % 2 === 0 ? [[steps, fences[index + 1] ?? ''] as const] : [],
);

let server: ContractorsServer;
beforeAll(async () => {
  server = await startContractors((parse(configuration) as { upstreams: object }).upstreams);
});
afterAll(() => server.close());

/** The plan of a dry run in short, or every problem that it found. */
async function answerOf(steps: string): Promise<string> {
  const args = { steps: JSON.parse(steps), dryRun: true };
  const { isError, structuredContent } = await server.call('pipeline_execute', args);
  const { plan, problems } = structuredContent as {
    readonly plan?: unknown;
    readonly problems?: readonly { readonly step: number; readonly message: string }[];
  };
  expect(isError ?? false).toBe(plan === undefined);
  if (plan !== undefined) return planInShort(plan);
  return (problems ?? []).map(({ step, message }) => `step ${step}: ${message}`).join('\n');
}

test.each(examples)('the dry run of %s answers what the page shows', async (steps, answer) => {
  expect(await answerOf(steps)).toBe(answer);
});

test('each rule is shown with an example that is accepted and one that is refused', () => {
  const accepted = examples.filter(([, answer]) => answer.startsWith('0  '));
  expect(examples.length).toBe(12);
  expect(accepted).toHaveLength(examples.length / 2);
});

test('no example asks anybody anything', async () => {
  expect(server.simulator.control.requests()).toEqual([]);
  expect(await server.asked()).toEqual([]);
});
