import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHANNEL, type Harness, NOON, startHarness } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.simulator.control.reset();
  harness.simulator.control.setClock(NOON);
});
afterAll(() => harness.close());

const POST = `POST /channels/${CHANNEL.general}/messages`;
const WINDOW = 180_000;

function appliedCount(): number {
  return harness.simulator.control.requests().filter(({ applied }) => applied).length;
}

test('the same nonce within the window gives the first message and changes nothing', async () => {
  const body = { content: 'once', nonce: 'a1', enforce_nonce: true };
  const first = await harness.succeed(POST, body);
  harness.simulator.control.advanceClock(WINDOW - 1);
  const second = await harness.succeed(POST, { ...body, content: 'changed' });
  expect(second).toEqual(first);
  expect(first.nonce).toBe('a1');
  expect(appliedCount()).toBe(1);
});

test('after the window the same nonce sends again', async () => {
  const body = { content: 'once', nonce: 'a1', enforce_nonce: true };
  const first = await harness.succeed(POST, body);
  harness.simulator.control.advanceClock(WINDOW);
  const second = await harness.succeed(POST, body);
  expect(second.id).not.toBe(first.id);
});

test('without enforce_nonce the same nonce sends again', async () => {
  const first = await harness.succeed(POST, { content: 'a', nonce: 7 });
  const second = await harness.succeed(POST, { content: 'a', nonce: 7 });
  expect(first.nonce).toBe(7);
  expect(second.id).not.toBe(first.id);
});

test('another channel has nonces of its own', async () => {
  const body = { content: 'a', nonce: 'x', enforce_nonce: true };
  const first = await harness.succeed(POST, body);
  const elsewhere = await harness.succeed(`POST /channels/${CHANNEL.rules}/messages`, body);
  expect(elsewhere.id).not.toBe(first.id);
});

test('the nonce of a message that was deleted meanwhile answers 10008', async () => {
  const body = { content: 'a', nonce: 'x', enforce_nonce: true };
  const { id } = await harness.succeed(POST, body);
  await harness.succeed(`DELETE /channels/${CHANNEL.general}/messages/${id}`);
  expect(await harness.refuse(POST, body)).toEqual([404, 10008]);
});

test('a nonce works with files', async () => {
  const send = () => {
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ content: 'file', nonce: 'f', enforce_nonce: true }));
    form.set('files[0]', new File(['abc'], 'a.txt'));
    return harness.succeed(POST, undefined, { form });
  };
  const first = await send();
  expect((await send()).id).toBe(first.id);
  expect(first.attachments).toMatchObject([{ filename: 'a.txt', size: 3 }]);
});

test('the window can be chosen', async () => {
  const short = await startHarness({ nonceWindow: 1000 });
  const body = { content: 'a', nonce: 'x', enforce_nonce: true };
  const first = await short.succeed(POST, body);
  short.simulator.control.advanceClock(1000);
  expect((await short.succeed(POST, body)).id).not.toBe(first.id);
  await short.close();
});
