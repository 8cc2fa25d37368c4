import { expect, test } from 'vitest';
import type { Outcome, ToolError } from '../../src/index.ts';
import { createUsedApprovals, mallory, startApprovalWorld } from '../approval-fakes.ts';
import { alice, ManualClock } from '../fakes.ts';

const remove = { board_id: '123', note_ids: ['a', 'b'] };

function errorOf(outcome: Outcome): ToolError {
  if (outcome.kind !== 'error') throw new Error(`Expected an error, got ${outcome.kind}.`);
  return outcome.error;
}

function tokenOf(outcome: Outcome): string {
  const error = errorOf(outcome);
  expect(error.code).toBe('CONFIRMATION_REQUIRED');
  return (error.details as { confirm_token: string }).confirm_token;
}

test('a destructive call without an approval does nothing and returns a preview and a token', async () => {
  const { dispatch, deleted } = startApprovalWorld();
  const error = errorOf(await dispatch('notes_delete', remove, { caller: alice }));
  expect(error).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
    outcome: 'not_applied',
    retriable: false,
  });
  expect(error.message).toContain('board: ⟦Board 123⟧ (123)');
  expect(error.message).toContain('how many: 2');
  expect(error.message).toContain('This cannot be undone.');
  expect(deleted).toEqual([]);
});

test('the identical call with the token runs once, and never again', async () => {
  const { dispatch, deleted } = startApprovalWorld();
  const token = tokenOf(await dispatch('notes_delete', remove, { caller: alice }));
  const confirmed = { ...remove, __confirm: token };
  expect((await dispatch('notes_delete', confirmed, { caller: alice })).kind).toBe('result');
  expect(deleted).toEqual(['123/a', '123/b']);
  const again = errorOf(await dispatch('notes_delete', confirmed, { caller: alice }));
  expect(again).toMatchObject({ code: 'CONFIRMATION_INVALID', outcome: 'not_applied' });
  expect(again.message).toContain('used before');
  expect(deleted).toHaveLength(2);
});

test('a used approval is refused after a restart', async () => {
  const [used, clock] = [createUsedApprovals(), new ManualClock()];
  const before = startApprovalWorld({ used, clock });
  const token = tokenOf(await before.dispatch('notes_delete', remove, { caller: alice }));
  const confirmed = { ...remove, __confirm: token };
  await before.dispatch('notes_delete', confirmed, { caller: alice });
  const after = startApprovalWorld({ used, clock });
  const error = errorOf(await after.dispatch('notes_delete', confirmed, { caller: alice }));
  expect(error.code).toBe('CONFIRMATION_INVALID');
  expect(after.deleted).toEqual([]);
});

test('two calls with one token at once run once', async () => {
  const { dispatch, deleted } = startApprovalWorld();
  const token = tokenOf(await dispatch('notes_delete', remove, { caller: alice }));
  const confirmed = { ...remove, __confirm: token };
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => dispatch('notes_delete', confirmed, { caller: alice })),
  );
  expect(outcomes.filter(({ kind }) => kind === 'result')).toHaveLength(1);
  expect(deleted).toHaveLength(2);
});

test.each([
  ['other arguments', { ...remove, note_ids: ['a', 'b', 'c'] }, alice, 'other arguments'],
  ['another board', { ...remove, board_id: '124' }, alice, 'other arguments'],
  ['another caller', remove, mallory, 'another caller'],
])('a token does not count for %s', async (_what, args, caller, message) => {
  const { dispatch, deleted } = startApprovalWorld();
  const token = tokenOf(await dispatch('notes_delete', remove, { caller: alice }));
  const error = errorOf(await dispatch('notes_delete', { ...args, __confirm: token }, { caller }));
  expect(error).toMatchObject({ code: 'CONFIRMATION_INVALID' });
  expect(error.message).toContain(message);
  expect(deleted).toEqual([]);
});

test('a token does not count after its time, or when a character of it is changed', async () => {
  const { dispatch, deleted, clock } = startApprovalWorld();
  const token = tokenOf(await dispatch('notes_delete', remove, { caller: alice }));
  const changed = token.replace(/.(?=.{10}$)/, (character) => (character === 'A' ? 'B' : 'A'));
  for (const forged of [changed, '', 'yes', 'true', 'null', '{}', token.slice(0, -1)]) {
    const error = errorOf(
      await dispatch('notes_delete', { ...remove, __confirm: forged }, { caller: alice }),
    );
    expect(error.code).toBe('CONFIRMATION_INVALID');
  }
  clock.advance(10 * 60 * 1000 + 1000);
  const late = errorOf(
    await dispatch('notes_delete', { ...remove, __confirm: token }, { caller: alice }),
  );
  expect(late.code).toBe('CONFIRMATION_INVALID');
  expect(deleted).toEqual([]);
});

test('a caller that can be asked is asked, and its ticket is no token', async () => {
  const { dispatch, deleted } = startApprovalWorld();
  const outcome = await dispatch('notes_delete', remove, { caller: alice, canAsk: true });
  if (outcome.kind !== 'needs-approval') throw new Error(outcome.kind);
  const { ticket, preview } = outcome.request;
  expect(preview).toContain('notes_delete');
  const asToken = errorOf(
    await dispatch('notes_delete', { ...remove, __confirm: ticket }, { caller: alice }),
  );
  expect(asToken.message).toContain('has to come from the person');
  expect(deleted).toEqual([]);
  const answer = { approved: true as const, ticket };
  const approved = await dispatch('notes_delete', remove, { caller: alice, canAsk: true, answer });
  expect(approved.kind).toBe('result');
  const replayed = await dispatch('notes_delete', remove, { caller: alice, canAsk: true, answer });
  expect(errorOf(replayed).code).toBe('CONFIRMATION_INVALID');
});

test.each(['declined', 'cancelled', 'unticked', 'timed-out', 'failed'] as const)(
  'an answer that is no yes (%s) does nothing and says so',
  async (why) => {
    const { dispatch, deleted } = startApprovalWorld();
    const error = errorOf(
      await dispatch('notes_delete', remove, {
        caller: alice,
        canAsk: true,
        answer: { approved: false, why },
      }),
    );
    expect(error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      outcome: 'not_applied',
      details: { answer: why },
    });
    expect(deleted).toEqual([]);
  },
);

test('where the policy refuses, a client that cannot ask gets no token', async () => {
  const { dispatch } = startApprovalWorld({ policy: { withoutElicitation: 'refuse' } });
  const error = errorOf(await dispatch('notes_delete', remove, { caller: alice }));
  expect(error.code).toBe('CONFIRMATION_REQUIRED');
  expect(JSON.stringify(error)).not.toContain('confirm_token');
});

test('a category with policy never runs without an approval', async () => {
  const { dispatch, deleted } = startApprovalWorld({ policy: { modeOf: () => 'never' } });
  expect((await dispatch('notes_delete', remove, { caller: alice })).kind).toBe('result');
  expect(deleted).toHaveLength(2);
});

test('a category with policy always asks for every change, and takes no batch', async () => {
  const { dispatch } = startApprovalWorld({ policy: { modeOf: () => 'always' } });
  const post = { board_id: '123', text: 'x' };
  tokenOf(await dispatch('notes_post', post, { caller: alice }));
  const steps = [{ tool: 'notes_delete', args: remove }];
  const error = errorOf(await dispatch('mcp_pipeline', { steps }, { caller: alice }));
  expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  expect(error.message).toContain('cannot be a step');
});

test('a write to more members than the policy allows needs an approval, one to fewer does not', async () => {
  const { dispatch } = startApprovalWorld({ policy: { maximumMembers: 2 } });
  const invite = (count: number) =>
    dispatch(
      'members_invite',
      { board_id: '123', member_ids: Array.from({ length: count }, (_, index) => `m${index}`) },
      { caller: alice },
    );
  expect((await invite(2)).kind).toBe('result');
  expect(errorOf(await invite(3)).message).toContain('It touches 3 members.');
});

test('steps that touch few members each are counted together', async () => {
  const { dispatch } = startApprovalWorld({ policy: { maximumMembers: 2 } });
  const steps = [1, 2, 3].map((member) => ({
    tool: 'members_invite',
    args: { board_id: '123', member_ids: [`m${member}`] },
  }));
  const error = errorOf(await dispatch('mcp_pipeline', { steps }, { caller: alice }));
  expect(error.message).toContain('The steps touch 3 members together.');
});

const find = (count: number) => ({
  id: 'found',
  tool: 'notes_find',
  args: { board_id: '123', count },
});

test('a pipeline without destructive steps needs no approval', async () => {
  const { dispatch } = startApprovalWorld();
  const outcome = await dispatch('mcp_pipeline', { steps: [find(3)] }, { caller: alice });
  expect(outcome).toMatchObject({ kind: 'result', structured: { aborted: false } });
});

test('a pipeline asks once for all its steps, before step 1, and shows what comes from templates', async () => {
  const { dispatch, deleted } = startApprovalWorld();
  const steps = [
    { tool: 'notes_delete', args: remove },
    find(3),
    { tool: 'notes_delete', args: { board_id: '123', note_ids: '{{found.note_ids}}' } },
  ];
  const error = errorOf(await dispatch('mcp_pipeline', { steps }, { caller: alice }));
  expect(error.code).toBe('CONFIRMATION_REQUIRED');
  expect(error.message).toContain('Step 1: notes_delete');
  expect(error.message).toContain('Step 3: notes_delete');
  expect(error.message).toContain('how many: at most 100');
  expect(error.message).toContain('{{ … }} is filled in when the step runs');
  const __confirm = (error.details as { confirm_token: string }).confirm_token;
  const outcome = await dispatch('mcp_pipeline', { steps, __confirm }, { caller: alice });
  expect(outcome).toMatchObject({ kind: 'result', structured: { aborted: false } });
  expect(deleted).toHaveLength(5);
});

test('a secret in the arguments is not in the question', async () => {
  const { dispatch } = startApprovalWorld();
  const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz';
  const steps = [
    { id: 'find', tool: 'notes_find', args: { board_id: '123', count: 1 } },
    { tool: 'notes_delete', args: { board_id: `{{find.board_id}} ${token}`, note_ids: ['a'] } },
  ];
  const outcome = await dispatch('mcp_pipeline', { steps }, { caller: alice, canAsk: true });
  if (outcome.kind !== 'needs-approval') throw new Error(`Expected a question: ${outcome.kind}.`);
  expect(outcome.request.preview).toContain('board: {{find.board_id}} [redacted]');
});

test('nobody is asked about a pipeline that could not run', async () => {
  const { dispatch } = startApprovalWorld();
  const steps = [
    { tool: 'notes_delete', args: remove },
    { tool: 'notes_delet', args: remove },
  ];
  const outcome = await dispatch('mcp_pipeline', { steps }, { caller: alice, canAsk: true });
  expect(outcome).toMatchObject({
    kind: 'result',
    structured: { aborted: true, steps: [{ id: 'step_1', error: { code: 'PIPELINE_INVALID' } }] },
  });
});

test('an approved pipeline with one step changed is not approved', async () => {
  const { dispatch, deleted } = startApprovalWorld();
  const steps = [{ tool: 'notes_delete', args: remove }];
  const __confirm = tokenOf(await dispatch('mcp_pipeline', { steps }, { caller: alice }));
  const wider = [...steps, { tool: 'notes_delete', args: { ...remove, note_ids: ['z'] } }];
  const error = errorOf(
    await dispatch('mcp_pipeline', { steps: wider, __confirm }, { caller: alice }),
  );
  expect(error.code).toBe('CONFIRMATION_INVALID');
  expect(deleted).toEqual([]);
});

test('a template that leads to a board that was not shown stops the step, not the steps before it', async () => {
  const { dispatch, deleted } = startApprovalWorld();
  const steps = [
    { tool: 'notes_delete', args: remove },
    { id: 'other', tool: 'notes_find', args: { board_id: '999', count: 1 } },
    { id: 'wide', tool: 'notes_delete', args: { board_id: '{{other.board_id}}', note_ids: ['x'] } },
  ];
  const __confirm = tokenOf(await dispatch('mcp_pipeline', { steps }, { caller: alice }));
  const outcome = await dispatch('mcp_pipeline', { steps, __confirm }, { caller: alice });
  expect(outcome).toMatchObject({
    structured: {
      aborted: true,
      steps: [{}, {}, { id: 'wide', error: { code: 'CONFIRMATION_INVALID' } }],
    },
  });
  expect(deleted).toEqual(['123/a', '123/b']);
});

test('an approval is no argument of a step, neither literal nor from a template', async () => {
  const { dispatch, deleted } = startApprovalWorld({ policy: { modeOf: () => 'once-per-batch' } });
  const token = tokenOf(await dispatch('notes_delete', remove, { caller: alice }));
  for (const __confirm of [token, true, '{{found.board_id}}']) {
    const steps = [find(1), { tool: 'notes_delete', args: { ...remove, __confirm } }];
    const outcome = await dispatch('mcp_pipeline', { steps }, { caller: alice });
    expect(JSON.stringify(outcome)).toMatch(/PIPELINE_INVALID|CONFIRMATION_REQUIRED/);
  }
  expect(deleted).toEqual([]);
});

test('a check of a destructive pipeline asks for nothing', async () => {
  const { dispatch } = startApprovalWorld();
  const steps = [{ tool: 'notes_delete', args: remove }];
  const outcome = await dispatch('mcp_pipeline_check', { steps }, { caller: alice });
  expect(outcome).toMatchObject({ kind: 'result', structured: { ok: true } });
});

test('a step that needs its own approval does not hide the members that the others touch', async () => {
  const { dispatch } = startApprovalWorld({ policy: { maximumMembers: 2 } });
  const invite = (member: number) => ({
    tool: 'members_invite',
    args: { board_id: '123', member_ids: [`m${member}`] },
  });
  const steps = [invite(1), invite(2), { tool: 'notes_delete', args: remove }, invite(3)];
  const error = errorOf(await dispatch('mcp_pipeline', { steps }, { caller: alice }));
  for (const step of [1, 2, 3, 4]) expect(error.message).toContain(`Step ${step}: `);
});

test('where the policy refuses, a token from before does not count', async () => {
  const policy: { withoutElicitation: 'token' | 'refuse' } = { withoutElicitation: 'token' };
  const { dispatch, deleted } = startApprovalWorld({ policy });
  const __confirm = tokenOf(await dispatch('notes_delete', remove, { caller: alice }));
  policy.withoutElicitation = 'refuse';
  const error = errorOf(
    await dispatch('notes_delete', { ...remove, __confirm }, { caller: alice }),
  );
  expect(error.code).toBe('CONFIRMATION_INVALID');
  expect(deleted).toEqual([]);
});

test('a caller that can be asked is asked, also if it brings a token', async () => {
  const { dispatch, deleted } = startApprovalWorld();
  const __confirm = tokenOf(await dispatch('notes_delete', remove, { caller: alice }));
  const outcome = await dispatch(
    'notes_delete',
    { ...remove, __confirm },
    { caller: alice, canAsk: true },
  );
  expect(outcome.kind).toBe('needs-approval');
  expect(deleted).toEqual([]);
});

test('an approval of one realm does not count in another', async () => {
  const practice = startApprovalWorld({ realm: 'simulation' });
  const __confirm = tokenOf(await practice.dispatch('notes_delete', remove, { caller: alice }));
  const real = startApprovalWorld({ realm: 'discord' });
  const confirmed = { ...remove, __confirm };
  const error = errorOf(await real.dispatch('notes_delete', confirmed, { caller: alice }));
  expect(error.code).toBe('CONFIRMATION_INVALID');
  expect(real.deleted).toEqual([]);
});

test('an answer that is no approval costs no look-ups', async () => {
  const { dispatch, described } = startApprovalWorld();
  await dispatch('notes_delete', { ...remove, __confirm: 'junk' }, { caller: alice });
  const answer = { approved: false, why: 'declined' } as const;
  await dispatch('notes_delete', remove, { caller: alice, canAsk: true, answer });
  expect(described).toEqual([]);
});

test('steps whose lists are JSON text are judged as what they are', async () => {
  const { dispatch } = startApprovalWorld();
  const steps = [{ tool: 'notes_delete', args: { board_id: '123', note_ids: '["a","b","c"]' } }];
  const error = errorOf(await dispatch('mcp_pipeline', { steps }, { caller: alice }));
  expect(error.message).toContain('how many: 3');
  const hidden = '["\\u007b\\u007bfound.note_ids[0]\\u007d\\u007d"]';
  const templated = [
    find(1),
    { tool: 'notes_delete', args: { board_id: '123', note_ids: hidden } },
  ];
  const shown = errorOf(await dispatch('mcp_pipeline', { steps: templated }, { caller: alice }));
  expect(shown.message).toContain('is filled in when the step runs');
});

test('braces in a call by itself are text, and nothing else is said of them', async () => {
  const { dispatch } = startApprovalWorld();
  const args = { ...remove, note_ids: ['{{a}}'] };
  const error = errorOf(await dispatch('notes_delete', args, { caller: alice }));
  expect(error.message).not.toContain('filled in when the step runs');
});
