import { expect, test } from 'vitest';
import * as z from 'zod';
import { type ApprovalReason, defineTool, type ToolDefinition } from '../../src/index.ts';
import { alice } from '../fakes.ts';
import { errorOf, resultOf } from '../state/state-world.ts';
import { startRaidWorld } from './stateful-world.ts';

/** A tool that asks for an approval as its argument says. */
function decide(more: Partial<Pick<ToolDefinition, 'effect' | 'destructive' | 'reach'>> = {}) {
  const asked: unknown[] = [];
  const done: string[] = [];
  const tool = defineTool({
    name: 'decide',
    category: 'decisions',
    title: 'Decide',
    description: 'Decides.',
    input: () => z.strictObject({ verdict: z.enum(['keep', 'apply', 'alone']) }),
    output: () => z.object({ done: z.boolean() }),
    effect: 'once',
    ...more,
    approvalFor: async ({ verdict }): Promise<ApprovalReason | undefined> => {
      asked.push(verdict);
      if (verdict === 'apply') return { reason: 'A verdict is a decision.' };
      if (verdict === 'alone') return { reason: 'Only you can say this.', personOnly: true };
      return undefined;
    },
    run: async ({ verdict }) => {
      done.push(verdict);
      return { done: true };
    },
  });
  return { tool, asked, done };
}

test('arguments for which a tool wants an approval are asked for, with its reason', async () => {
  const { tool, done } = decide();
  const { call } = startRaidWorld({ tools: [tool] });
  expect((await call('decide', { verdict: 'keep' })).kind).toBe('result');
  const error = errorOf(await call('decide', { verdict: 'apply' }));
  expect(error.message).toContain('decide (Decide). A verdict is a decision.');
  expect(done).toEqual(['keep']);
  const { confirm_token: __confirm } = error.details as { confirm_token: string };
  expect((await call('decide', { verdict: 'apply', __confirm })).kind).toBe('result');
  expect(done).toEqual(['keep', 'apply']);
});

test('a tool that only reads can want an approval too', async () => {
  const { tool, done } = decide({ effect: 'read' });
  const { call } = startRaidWorld({ tools: [tool] });
  const { details } = errorOf(await call('decide', { verdict: 'apply' }));
  const { confirm_token: __confirm } = details as { confirm_token: string };
  expect((await call('decide', { verdict: 'apply', __confirm })).kind).toBe('result');
  expect(done).toEqual(['apply']);
});

test('where only the person counts, a client that cannot ask gets no token, and brings none', async () => {
  const { tool, done } = decide();
  const { call } = startRaidWorld({ tools: [tool] });
  const error = errorOf(await call('decide', { verdict: 'alone' }));
  expect(error.code).toBe('CONFIRMATION_REQUIRED');
  expect(error.message).toContain("Only the person's own answer counts for this");
  expect(JSON.stringify(error)).not.toContain('confirm_token');
  const forged = errorOf(await call('decide', { verdict: 'alone', __confirm: 'junk' }));
  expect(forged.code).toBe('CONFIRMATION_REQUIRED');
  expect(done).toEqual([]);
});

test('a token from when it was enough does not count where only the person counts now', async () => {
  let personOnly = false;
  const base = decide().tool;
  const tool: ToolDefinition = {
    ...base,
    approvalFor: async () => ({ reason: 'It changed its mind.', personOnly }),
  };
  const { call } = startRaidWorld({ tools: [tool] });
  const { details } = errorOf(await call('decide', { verdict: 'keep' }));
  const { confirm_token: __confirm } = details as { confirm_token: string };
  personOnly = true;
  const error = errorOf(await call('decide', { verdict: 'keep', __confirm }));
  expect(error.message).toContain("Only the person's own answer counts");
});

test("the person's own answer counts", async () => {
  const { tool, done } = decide();
  const { dispatch } = startRaidWorld({ tools: [tool] });
  const args = { verdict: 'alone' };
  const outcome = await dispatch('decide', args, { caller: alice, canAsk: true });
  if (outcome.kind !== 'needs-approval') throw new Error(outcome.kind);
  expect(outcome.request.preview).toContain('Only you can say this.');
  const answer = { approved: true as const, ticket: outcome.request.ticket };
  await dispatch('decide', args, { caller: alice, canAsk: true, answer });
  expect(done).toEqual(['alone']);
});

test('a person that has to answer is not left out because the policy asks anyway', async () => {
  const { tool } = decide({ reach: () => ({ members: 50 }) });
  const { call } = startRaidWorld({ tools: [tool] });
  const error = errorOf(await call('decide', { verdict: 'alone' }));
  expect(error.message).toContain('It touches 50 members. Only you can say this.');
  expect(JSON.stringify(error)).not.toContain('confirm_token');
});

test('a destructive tool is not asked', async () => {
  const destructive = decide({ destructive: true });
  await startRaidWorld({ tools: [destructive.tool] }).call('decide', { verdict: 'alone' });
  expect(destructive.asked).toEqual([]);
});

test('a category that is approved never asks nobody, but for what only a person can answer', async () => {
  const { tool, done } = decide();
  const { call } = startRaidWorld({ tools: [tool], policy: { modeOf: () => 'never' } });
  expect((await call('decide', { verdict: 'apply' })).kind).toBe('result');
  expect(errorOf(await call('decide', { verdict: 'alone' })).code).toBe('CONFIRMATION_REQUIRED');
  expect(done).toEqual(['apply']);
});

test('an approval does not count once what it is bound to has changed', async () => {
  let round = 'round 1';
  const tool = defineTool({
    name: 'decide',
    category: 'decisions',
    title: 'Decide',
    description: 'Decides.',
    input: () => z.strictObject({}),
    output: () => z.object({ done: z.boolean() }),
    effect: 'once',
    approvalFor: async () => ({ reason: 'It decides.', boundTo: round }),
    run: async () => ({ done: true }),
  });
  const { dispatch } = startRaidWorld({ tools: [tool] });
  const decideIn = async (answer?: { approved: true; ticket: string }) =>
    dispatch('decide', {}, { caller: alice, canAsk: true, answer });
  const asked = await decideIn();
  if (asked.kind !== 'needs-approval') throw new Error(JSON.stringify(asked));
  const answer = { approved: true, ticket: asked.request.ticket } as const;
  round = 'round 2';
  expect(errorOf(await decideIn(answer)).code).toBe('CONFIRMATION_INVALID');
  round = 'round 1';
  expect((await decideIn(answer)).kind).toBe('result');
});

test('a step for which its tool wants an approval is asked for with the batch, and granted', async () => {
  const { tool, done } = decide();
  const { call } = startRaidWorld({ tools: [tool] });
  const steps = [
    { tool: 'decide', args: { verdict: 'keep' } },
    { tool: 'decide', args: { verdict: 'apply' } },
  ];
  const error = errorOf(await call('mcp_pipeline', { steps }));
  expect(error.message).toContain('Step 2: decide');
  expect(error.message).not.toContain('Step 1: decide');
  const { confirm_token: __confirm } = error.details as { confirm_token: string };
  expect(resultOf(await call('mcp_pipeline', { steps, __confirm })).structured['aborted']).toBe(
    false,
  );
  expect(done).toEqual(['keep', 'apply']);
  const alone = [{ tool: 'decide', args: { verdict: 'alone' } }];
  expect(errorOf(await call('mcp_pipeline', { steps: alone })).message).toContain(
    "Only the person's own answer counts",
  );
});

test('a step that turns out to want an approval is stopped', async () => {
  const { tool, done } = decide();
  const { call } = startRaidWorld({ tools: [tool] });
  const steps = [
    { id: 'scan', tool: 'raid_scan', args: { suspects: [] } },
    { tool: 'decide', args: { verdict: "{{scan.count > `5` && 'keep' || 'apply'}}" } },
  ];
  const outcome = resultOf(await call('mcp_pipeline', { steps }));
  expect(outcome.structured).toMatchObject({
    aborted: true,
    steps: [{}, { error: { code: 'CONFIRMATION_REQUIRED' } }],
  });
  expect(done).toEqual([]);
});

test('a tool that cannot say whether it wants an approval does not run', async () => {
  const { tool, done } = decide();
  const failing: ToolDefinition = {
    ...tool,
    approvalFor: async () => Promise.reject(new Error('unreachable')),
  };
  const { call } = startRaidWorld({ tools: [failing] });
  expect(errorOf(await call('decide', { verdict: 'keep' })).outcome).toBe('not_applied');
  expect(done).toEqual([]);
});
