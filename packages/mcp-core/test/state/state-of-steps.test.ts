import { expect, test } from 'vitest';
import * as z from 'zod';
import { Reply, type ResultOutcome, type ToolDefinition } from '../../src/index.ts';
import { alice, noteTools, startDispatcher } from '../fakes.ts';
import { resultOf, shopState, shopTools, startStateWorld, statefulTool } from './state-world.ts';

const search = { tool: 'search', args: { query: 'tea' } };
const buy = { tool: 'buy', args: { product: 'tea' } };
const clear = { tool: 'clear', args: {} };

function startShop(more: readonly ToolDefinition[] = []) {
  return startStateWorld(shopState, [
    ...shopTools(),
    statefulTool({
      name: 'clear',
      invalidates: ['search_results'],
      input: () => z.strictObject({}),
    }),
    ...more,
  ]);
}

/** Code and message of each refused step, by id. */
function refusals(outcome: ResultOutcome) {
  const { steps } = outcome.structured as {
    steps: { id: string; status: string; error?: { code: string; message: string } }[];
  };
  return steps.map(({ id, error }) => [id, error?.code]);
}

test('a step uses what an earlier step stored', async () => {
  const { call, stored } = startShop();
  const outcome = resultOf(await call('mcp_pipeline', { steps: [search, buy] }));
  expect(outcome.structured).toMatchObject({
    aborted: false,
    steps: [
      { status: 'success', result: { found: 1 } },
      { status: 'success', result: { bought: 'tea', price: 5 } },
    ],
  });
  expect(stored('cart')).toEqual(['tea']);
});

test('a step uses what was stored before the pipeline, and leaves its own behind', async () => {
  const { call, stored } = startShop();
  await call('search', { query: 'tea' });
  const outcome = resultOf(await call('mcp_pipeline', { steps: [buy, buy] }));
  expect(outcome.structured['aborted']).toBe(false);
  expect(stored('cart')).toEqual(['tea', 'tea']);
});

test('a step whose requirement nothing fulfils is refused before step 1, with what to call', async () => {
  const { call, stored } = startShop();
  const put = statefulTool({ name: 'put_cart', stores: { cart: () => ['a'] } });
  const world = startShop([put]);
  const steps = [
    { tool: 'put_cart', args: {} },
    { id: 'late', ...buy },
  ];
  const outcome = resultOf(await world.call('mcp_pipeline', { steps }));
  expect(outcome).toMatchObject({
    isError: true,
    structured: { aborted: true, steps: [{ id: 'late', error: { code: 'STATE_REQUIRED' } }] },
  });
  expect(JSON.stringify(outcome.structured)).toContain('Call search(query=...) first');
  expect(world.stored('cart')).toBeUndefined();
  const alone = resultOf(await call('mcp_pipeline', { steps: [buy] }));
  expect(refusals(alone)).toEqual([['step_0', 'STATE_REQUIRED']]);
  expect(stored('cart')).toBeUndefined();
});

test('the check tool says the same, beside everything else that is wrong', async () => {
  const { call } = startShop();
  const steps = [buy, { tool: 'serch', args: {} }];
  const { structured } = resultOf(await call('mcp_pipeline_check', { steps }));
  expect(structured).toMatchObject({
    ok: false,
    issues: [
      { step: 0, id: 'step_0', tool: 'buy', code: 'STATE_REQUIRED' },
      { step: 1, code: 'UNKNOWN_TOOL' },
    ],
  });
});

test('a step with more than missing state is PIPELINE_INVALID with every problem', async () => {
  const { call } = startShop();
  const steps = [{ tool: 'buy', args: { produkt: 'tea' } }];
  const outcome = resultOf(await call('mcp_pipeline_check', { steps }));
  const codes = (outcome.structured['issues'] as { code: string }[]).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(['PIPELINE_INVALID', 'STATE_REQUIRED']));
});

test('what is stored under another state_id fulfils nothing', async () => {
  const { call } = startShop();
  const gifts = { tool: 'search', args: { query: 'tea', state_id: 'gifts' } };
  const outcome = resultOf(await call('mcp_pipeline', { steps: [gifts, buy] }));
  expect(refusals(outcome)).toEqual([['step_1', 'STATE_REQUIRED']]);
  const same = { tool: 'buy', args: { product: 'tea', state_id: 'gifts' } };
  expect(resultOf(await call('mcp_pipeline', { steps: [gifts, same] })).structured['aborted']).toBe(
    false,
  );
});

test('what an earlier step empties is missing, unless it may not run or another step fills it again', async () => {
  const { call } = startShop();
  await call('search', { query: 'tea' });
  const run = async (...steps: object[]) => resultOf(await call('mcp_pipeline_check', { steps }));
  expect((await run(clear, buy)).structured['issues']).toMatchObject([{ code: 'STATE_REQUIRED' }]);
  expect((await run(clear, search, buy)).structured['ok']).toBe(true);
  expect((await run({ ...clear, if: '{{`true`}}' }, buy)).structured['ok']).toBe(true);
  expect((await run({ ...clear, continue_on_error: true }, buy)).structured['ok']).toBe(true);
  expect((await run(search, clear, buy)).structured['ok']).toBe(false);
});

test('a state_id that comes from a template is not judged before the step runs', async () => {
  const name = statefulTool({
    name: 'name_state',
    output: () => z.object({ name: z.string() }),
    run: async () => ({ name: 'gifts' }),
  });
  const { call, stored } = startShop([name]);
  const templated = { product: 'tea', state_id: '{{named.name}}' };
  const named = { id: 'named', tool: 'name_state', args: {} };
  const steps = [named, { tool: 'buy', args: templated }];
  const refused = resultOf(await call('mcp_pipeline', { steps }));
  expect(refused.structured).toMatchObject({
    aborted: true,
    steps: [{ status: 'success' }, { error: { code: 'STATE_REQUIRED' } }],
  });
  await call('search', { query: 'tea', state_id: 'gifts' });
  expect(resultOf(await call('mcp_pipeline', { steps })).structured['aborted']).toBe(false);
  expect(stored('cart', 'gifts')).toEqual(['tea']);
  const filled = [
    named,
    { tool: 'search', args: { query: 'tea', state_id: '{{named.name}}' } },
    { tool: 'buy', args: { product: 'tea', state_id: 'perhaps' } },
  ];
  expect(resultOf(await call('mcp_pipeline_check', { steps: filled })).structured['ok']).toBe(true);
});

test('a destructive step that needs what an earlier step stores is refused: nobody could see it', async () => {
  const { call } = startShop();
  await call('search', { query: 'tea' });
  await call('buy', { product: 'tea' });
  const steps = [buy, { id: 'pay', tool: 'checkout', args: {} }];
  const outcome = resultOf(await call('mcp_pipeline', { steps }));
  expect(outcome.structured).toMatchObject({
    aborted: true,
    steps: [{ id: 'pay', error: { code: 'PIPELINE_INVALID' } }],
  });
  expect(JSON.stringify(outcome.structured)).toContain("Step 1 stores 'cart'");
  const other = [{ tool: 'buy', args: { product: 'tea', state_id: 'b' } }, steps[1]];
  await call('search', { query: 'tea', state_id: 'b' });
  expect(resultOf(await call('mcp_pipeline_check', { steps: other })).structured['ok']).toBe(true);
});

test('a destructive step names its state_id plainly', async () => {
  const { call } = startShop();
  await call('search', { query: 'tea' });
  const steps = [
    { id: 'found', ...search },
    { tool: 'checkout', args: { state_id: 's{{found.found}}' } },
  ];
  const { structured } = resultOf(await call('mcp_pipeline_check', { steps }));
  expect(structured['issues']).toMatchObject([
    { step: 1, code: 'PIPELINE_INVALID', message: expect.stringContaining('without a template') },
  ]);
});

test('a tool that is refused as a step is told nothing of its state', async () => {
  const { call } = startShop();
  const steps = [{ tool: 'mcp_pipeline', args: { steps: [buy] } }];
  const outcome = resultOf(await call('mcp_pipeline', { steps }));
  expect(refusals(outcome)).toEqual([['step_0', 'PIPELINE_RECURSION']]);
});

test('a step that fails, answers with an error or throws stores nothing for the next', async () => {
  const broken = statefulTool({
    name: 'broken_search',
    stores: { search_results: () => ({}) },
    run: async () => new Reply({ done: false }, { isError: true }),
  });
  const { call } = startShop([broken]);
  const steps = [{ tool: 'broken_search', args: {} }, buy];
  const outcome = resultOf(await call('mcp_pipeline', { steps }));
  expect(refusals(outcome)).toEqual([
    ['step_0', undefined],
    ['step_1', 'STATE_REQUIRED'],
  ]);
});

test("what of a step could not be stored is told beside the pipeline's result", async () => {
  const misfit = statefulTool({ name: 'misfit', stores: { cart: () => 'no list' } });
  const { call } = startShop([misfit]);
  const steps = [{ id: 'odd', tool: 'misfit', args: {} }];
  const outcome = resultOf(await call('mcp_pipeline', { steps }));
  expect(outcome.structured['aborted']).toBe(false);
  expect(outcome.notes).toEqual([expect.stringContaining('Step odd: misfit was done')]);
});

test('a server without state checks pipelines as before', async () => {
  const { dispatch } = startDispatcher(noteTools());
  const steps = [{ tool: 'notes_list', args: { board_id: '123' } }];
  const outcome = await dispatch('mcp_pipeline', { steps }, { caller: alice });
  expect(resultOf(outcome).structured['aborted']).toBe(false);
});
