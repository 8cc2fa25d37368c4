import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFolder } from '../../src/store/embedded/open-folder.ts';
import { copyDatabase } from '../test-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'guildline-stream-'));
await copyDatabase(folder);
const { pool, close } = await openFolder(folder, () => undefined);
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

test('a pool works on a database of this process, in the order in which it is asked', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => pool.query('select $1::integer as turn', [turn])),
  );
  expect(answers.map(({ rows }) => rows[0].turn)).toEqual([...answers.keys()]);
});

test('a statement that fails is told, and the next one on a new connection works', async () => {
  await expect(pool.query('selec 1')).rejects.toMatchObject({ code: '42601' });
  await expect(pool.query('select $1::integer', ['x'])).rejects.toMatchObject({ code: '22P02' });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a transaction that a connection left open is rolled back before the next one begins', async () => {
  await pool.query('create table left_open (a integer)');
  const client = await pool.connect();
  await client.query('begin');
  await client.query('insert into left_open values (1)');
  client.release(true);
  expect((await pool.query('select a from left_open')).rows).toEqual([]);
  await pool.query('insert into left_open values (2)');
  expect((await pool.query('select a from left_open')).rows).toEqual([{ a: 2 }]);
});

test('large values, and messages that arrive in pieces, come through whole', async () => {
  const text = 'ü'.repeat(3_000_000);
  const { rows } = await pool.query('select $1::text as text, length($1) as length', [text]);
  expect(rows[0].length).toBe(text.length);
  expect(rows[0].text === text).toBe(true);
});

test('a chain of quick statements lets timers and other work of the process happen', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  for (let statement = 0; statement < 20; statement += 1) await pool.query('select 1');
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});
