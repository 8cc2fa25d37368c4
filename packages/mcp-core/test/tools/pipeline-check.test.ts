import { expect, test } from 'vitest';
import {
  createDispatcher,
  createRegistry,
  metaTools,
  type Preflight,
  type ResultOutcome,
} from '../../src/index.ts';
import { alice, fakeTool, ManualClock, noteTools } from '../fakes.ts';

const preflight: Preflight = {
  missingPermissions: async ({ tool, args }) => {
    if (String(args['board_id']).includes('{{')) return undefined;
    return tool === 'notes_post' ? ['WRITE_NOTES'] : [];
  },
  forecast: (calls) => ({
    buckets: [{ bucket: 'all', calls: calls.length }],
    estimated_ms: calls.length * 100,
  }),
};

async function checkPipeline(steps: unknown, withPreflight = true) {
  const posted: { board_id: string; text: string }[] = [];
  const tools = createRegistry({
    tools: [
      ...noteTools(posted),
      fakeTool({ name: 'plain_tool' }),
      ...metaTools(withPreflight ? { preflight } : {}),
    ],
  });
  const dispatch = createDispatcher({ tools, clock: new ManualClock() });
  const outcome = await dispatch('mcp_pipeline_check', { steps }, { caller: alice });
  expect(posted).toEqual([]);
  return (outcome as ResultOutcome).structured;
}

test('a sound pipeline is ok, with effects and a forecast, and nothing runs', async () => {
  const answer = await checkPipeline([
    { id: 'list', tool: 'notes_list', args: { board_id: '123' } },
  ]);
  expect(answer).toEqual({
    ok: true,
    issues: [],
    steps: [
      {
        id: 'list',
        tool: 'notes_list',
        effect: 'read',
        destructive: false,
        permissions: [],
        missing_permissions: [],
      },
    ],
    buckets: [{ bucket: 'all', calls: 1 }],
    estimated_ms: 100,
  });
});

test('a missing permission is named, and the pipeline is not ok', async () => {
  const answer = await checkPipeline([
    { id: 'post', tool: 'notes_post', args: { board_id: '123', text: 'x' } },
  ]);
  expect(answer).toMatchObject({ ok: false, steps: [{ missing_permissions: ['WRITE_NOTES'] }] });
});

test('a permission that depends on a template is not known and does not count against it', async () => {
  const answer = await checkPipeline([
    { id: 'text', tool: 'plain_tool', args: {} },
    { id: 'list', tool: 'notes_list', args: { board_id: '{{text.text}}' } },
  ]);
  expect(answer).toMatchObject({ ok: true, steps: [{}, { missing_permissions: null }] });
});

test('problems are listed with step, code and path', async () => {
  const answer = await checkPipeline([{ tool: 'notes_post', args: { board_id: '123' } }]);
  expect(answer).toMatchObject({
    ok: false,
    issues: [{ step: 0, id: 'step_0', tool: 'notes_post', path: ['text'] }],
  });
});

test('without a preflight it still checks names, references and types', async () => {
  const answer = await checkPipeline([{ tool: 'notes_pots', args: {} }], false);
  expect(answer).toMatchObject({ ok: false, steps: [], issues: [{ code: 'UNKNOWN_TOOL' }] });
});
