import type { AuditOutcome } from '@guildline/mcp-core';
import { expect, test } from 'vitest';
import { formatEvent } from '../../src/audit/event-line.ts';

const event: AuditOutcome = {
  phase: 'outcome',
  at: '2030-01-01T00:00:00.000Z',
  event: 'pipeline_step',
  tool: 'members_kick',
  caller: 'local',
  trace_id: 'trace',
  call_id: 'call',
  parent_id: 'composer',
  target: {},
  outcome: 'applied',
  duration_ms: 0,
  records: {
    step: 1,
    resource: 'Discord',
    operation: 'members_kick',
    status: 'executed',
    counts: { attempted: 8, succeeded: 7, failed: 1, unknown: 0 },
  },
};

test('a step of a record pipeline is shown with what became of it, without numbers that are zero', () => {
  expect(formatEvent(event)).toContain(
    'step 1 Discord/members_kick executed attempted=8 succeeded=7 failed=1',
  );
});

test('a denied step says why, and nothing in its reason reaches the terminal as a command', () => {
  const denied = {
    ...event,
    code: 'NOT_AUTHORIZED',
    records: { status: 'denied', step: 0, resource: 'X', operation: 'y', reason: 'no \u001b[2J' },
  } as const;
  const line = formatEvent(denied);
  expect(line).toContain('step 0 X/y denied (no ');
  expect(line).toContain('NOT_AUTHORIZED');
  expect(line).not.toContain('\u001b[2J');
});

test('a run that took not all of its source says so', () => {
  const run = {
    ...event,
    event: 'pipeline_run',
    records: { status: 'ok', counts: { processed: 5 }, truncated: true },
  } as const;
  expect(formatEvent(run)).toContain('ok processed=5 truncated');
});
