import { createDispatcher, createRegistry } from '@guildline/mcp-core';
import { expect, test } from 'vitest';
import { inlineRead, inlineRecords } from '../../src/records/inline-records.ts';

const dispatch = createDispatcher({
  tools: createRegistry({ tools: [inlineRead] }),
  clock: Date,
});
const caller = { id: 'tester', groups: [] };

test('records of the pipeline come back as they are', async () => {
  const records = [{ id: '111122223333444455', user: { name: 'Ada' } }, { id: '2' }];
  const outcome = await dispatch('inline_read', { records }, { caller });
  expect(outcome).toMatchObject({ kind: 'result', structured: { records } });
  expect(inlineRecords.operations).toMatchObject([
    { tool: 'inline_read', iterates: { list: 'records' } },
  ]);
});

test('more than a thousand records, and what is no object, are refused', async () => {
  const many = Array.from({ length: 1001 }, () => ({}));
  for (const records of [many, ['text'], [[]], 'text']) {
    const outcome = await dispatch('inline_read', { records }, { caller });
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'VALIDATION_ERROR' } });
  }
});
