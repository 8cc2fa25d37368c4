import { expect, test } from 'vitest';
import { isConnectionError, persist } from '../../src/store/connection-error.ts';

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code });

test('what passes by itself is told from what does not', () => {
  const passing = [
    ...['ECONNRESET', 'ECONNREFUSED', 'EAI_AGAIN', '08006', '53300', '57P01', '40P01', '25P03'].map(
      (code) => withCode(code),
    ),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
  ];
  expect(passing.filter((error) => !isConnectionError(error))).toEqual([]);
  const lasting = [
    ...['42601', '23505', '42501', '57014', '28P01', 'ENOTFOUND'].map((code) => withCode(code)),
    new TypeError('x is not a function'),
    'Connection terminated',
    undefined,
  ];
  expect(lasting.filter(isConnectionError)).toEqual([]);
});

test('a statement is made again until the database answers', async () => {
  let attempts = 0;
  const answer = await persist(async () => {
    attempts += 1;
    if (attempts < 2) throw withCode('57P03', 'starting up');
    return 'answer';
  }, {});
  expect([answer, attempts]).toEqual(['answer', 2]);
});

test('a statement that is wrong is made once', async () => {
  let attempts = 0;
  const wrong = withCode('42601');
  const made = persist(async () => {
    attempts += 1;
    throw wrong;
  }, {});
  await expect(made).rejects.toBe(wrong);
  expect(attempts).toBe(1);
});

test('nobody waits for an answer that is not needed any more, or for longer than was said', async () => {
  const lost = withCode('ECONNREFUSED');
  const fail = () => Promise.reject(lost);
  const stop = new AbortController();
  const stopped = persist(fail, { signal: stop.signal });
  stop.abort();
  await expect(stopped).rejects.toBe(lost);
  await expect(persist(fail, { limit: 0 })).rejects.toBe(lost);
});
