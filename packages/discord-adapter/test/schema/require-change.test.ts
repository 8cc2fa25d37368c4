import { expect, test } from 'vitest';
import * as z from 'zod';
import { requireChange } from '../../src/schema/require-change.ts';

const schema = () =>
  requireChange(
    z.strictObject({
      role_id: z.string(),
      name: z.string().optional(),
      topic: z.string().nullable().optional(),
      audit_reason: z.string().optional(),
    }),
    ['role_id', 'audit_reason'],
  );

test('a modification without a change is refused and lists what can be changed', () => {
  const { error } = schema().safeParse({ role_id: '1', audit_reason: 'why', name: undefined });
  expect(error?.issues[0]?.message).toBe('Nothing to change: give at least one of name, topic.');
});

test('null is a change', () => {
  expect(schema().safeParse({ role_id: '1', topic: null }).success).toBe(true);
});

test('the published schema keeps its object root', () => {
  expect(z.toJSONSchema(schema(), { io: 'input' })).toMatchObject({
    type: 'object',
    required: ['role_id'],
    additionalProperties: false,
  });
});
