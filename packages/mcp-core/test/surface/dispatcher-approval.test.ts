import { describe, expect, test } from 'vitest';
import type { Outcome, ToolError } from '../../src/index.ts';
import { startApprovalWorld } from '../approval-fakes.ts';
import { alice } from '../fakes.ts';

const remove = { board_id: '123', note_ids: ['a', 'b'] };
const forwarded = { tool: 'notes_delete', args: remove };

function errorOf(outcome: Outcome): ToolError {
  if (outcome.kind !== 'error') throw new Error(`Expected an error, got ${outcome.kind}.`);
  return outcome.error;
}

function start() {
  const world = startApprovalWorld();
  const call = (name: string, args: unknown) => world.dispatch(name, args, { caller: alice });
  const ask = async (name: string, args: unknown) => {
    const error = errorOf(await call(name, args));
    expect(error.code).toBe('CONFIRMATION_REQUIRED');
    return (error.details as { confirm_token: string }).confirm_token;
  };
  return { ...world, call, ask };
}

test('a destructive call through a dispatcher asks for the approval of that call', async () => {
  const { call, deleted } = start();
  const error = errorOf(await call('tools_destructive', forwarded));
  expect(error.code).toBe('CONFIRMATION_REQUIRED');
  expect(error.message).toContain('notes_delete (Delete notes). It is destructive.');
  expect(error.message).toContain('repeat the identical call with __confirm');
  expect(deleted).toEqual([]);
});

describe('the identical call with the token runs once', () => {
  test.each([
    ['beside tool', (token: string) => ({ ...forwarded, __confirm: token })],
    ['inside args', (token: string) => ({ ...forwarded, args: { ...remove, __confirm: token } })],
    [
      'inside args that are JSON text',
      (token: string) => ({ ...forwarded, args: JSON.stringify({ ...remove, __confirm: token }) }),
    ],
    [
      'in both places',
      (token: string) => ({
        ...forwarded,
        args: { ...remove, __confirm: token },
        __confirm: token,
      }),
    ],
  ])('with the token %s', async (_where, confirmed) => {
    const { call, ask, deleted } = start();
    const args = confirmed(await ask('tools_destructive', forwarded));
    expect((await call('tools_destructive', args)).kind).toBe('result');
    expect(deleted).toEqual(['123/a', '123/b']);
    expect(errorOf(await call('tools_destructive', args)).code).toBe('CONFIRMATION_INVALID');
    expect(deleted).toHaveLength(2);
  });

  test('by the name of the tool, because it is the same call', async () => {
    const { call, ask, deleted } = start();
    const token = await ask('tools_destructive', forwarded);
    expect((await call('notes_delete', { ...remove, __confirm: token })).kind).toBe('result');
    expect(deleted).toHaveLength(2);
  });
});

test('a token does not count for other arguments, through whatever it comes', async () => {
  const { call, ask, deleted } = start();
  const token = await ask('tools_destructive', forwarded);
  const other = { tool: 'notes_delete', args: { ...remove, note_ids: ['c'] }, __confirm: token };
  expect(errorOf(await call('tools_destructive', other)).code).toBe('CONFIRMATION_INVALID');
  expect(deleted).toEqual([]);
});

test('two tokens that differ are refused, and neither is used up', async () => {
  const { call, ask, deleted } = start();
  const token = await ask('tools_destructive', forwarded);
  const twice = { ...forwarded, args: { ...remove, __confirm: 'other' }, __confirm: token };
  const error = errorOf(await call('tools_destructive', twice));
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(error.message).toContain('__confirm is there twice and differs');
  expect(deleted).toEqual([]);
  await call('tools_destructive', { ...forwarded, __confirm: token });
  expect(deleted).toHaveLength(2);
});

test('a token that is no text is refused by the dispatcher', async () => {
  const { call } = start();
  const error = errorOf(await call('tools_destructive', { ...forwarded, __confirm: true }));
  expect(error.message).toContain('__confirm: ');
});

test('a read takes no token through its dispatcher either', async () => {
  const { call } = start();
  const args = { tool: 'notes_list', args: { board_id: '123', __confirm: 'x' } };
  const error = errorOf(await call('tools_read', args));
  expect(error.message).toContain('notes_list needs no approval');
});

test('a write that touches many people is approved through tools_write', async () => {
  const { call, ask } = start();
  const member_ids = Array.from({ length: 11 }, (_, index) => `m${index}`);
  const args = { tool: 'members_invite', args: { board_id: '123', member_ids } };
  const token = await ask('tools_write', args);
  expect((await call('tools_write', { ...args, __confirm: token })).kind).toBe('result');
});

test('a caller that can be asked is asked for the call itself, and its answer counts', async () => {
  const { dispatch, deleted } = start();
  const request = { caller: alice, canAsk: true };
  const outcome = await dispatch('tools_destructive', forwarded, request);
  if (outcome.kind !== 'needs-approval') throw new Error(outcome.kind);
  expect(outcome.request.preview).toContain('notes_delete');
  const answer = { approved: true as const, ticket: outcome.request.ticket };
  const approved = await dispatch('tools_destructive', forwarded, { ...request, answer });
  expect(approved.kind).toBe('result');
  expect(deleted).toHaveLength(2);
});
