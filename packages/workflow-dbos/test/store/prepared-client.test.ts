import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFolder } from '../../src/store/embedded/open-folder.ts';
import { copyDatabase } from '../test-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'guildline-prepared-'));
await copyDatabase(folder);
const { pool, close } = await openFolder(folder, () => undefined);
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

/** What the connection holds prepared, and how often each was planned for its values. */
async function prepared(part: string): Promise<{ statement: string; planned: number }[]> {
  const { rows } = await pool.query<{ statement: string; planned: number }>(
    'select statement, custom_plans::integer as planned from pg_prepared_statements order by prepare_time',
  );
  return rows.filter(({ statement }) => statement.includes(part));
}

test('a statement with values is prepared when it comes the second time, one without is not', async () => {
  const once = 'select $1::integer + 1 as sum';
  await pool.query(once, [1]);
  expect(await prepared(once)).toEqual([]);
  const twice = 'select $1::integer + 2 as sum';
  for (const value of [1, 2, 3]) {
    const { rows } = await pool.query(twice, [value]);
    expect(rows).toEqual([{ sum: value + 2 }]);
  }
  expect(await prepared(twice)).toHaveLength(1);
  for (let time = 0; time < 3; time += 1) await pool.query('select 5 as five');
  expect(await prepared('five')).toEqual([]);
});

test('a new connection prepares its statements anew', async () => {
  const text = 'select $1::text as again';
  for (let time = 0; time < 3; time += 1) await pool.query(text, ['a']);
  const client = await pool.connect();
  client.release(true);
  for (const value of ['b', 'c', 'd']) {
    expect((await pool.query(text, [value])).rows).toEqual([{ again: value }]);
  }
  expect(await prepared(text)).toHaveLength(1);
});

test('a statement that fails at first works when it can', async () => {
  const text = 'select a from comes_later where a = $1';
  for (let time = 0; time < 3; time += 1) {
    await expect(pool.query(text, [1])).rejects.toMatchObject({ code: '42P01' });
  }
  await pool.query('create table comes_later (a integer)');
  await pool.query('insert into comes_later values (1)');
  for (let time = 0; time < 3; time += 1) {
    expect((await pool.query(text, [1])).rows).toEqual([{ a: 1 }]);
  }
});

test('a plan that was made while a table was small reads no whole table when it has grown', async () => {
  await pool.query('create table steps (run text, step integer, primary key (run, step))');
  await pool.query('vacuum steps');
  const text = 'select step from steps where run = $1 and step = $2';
  for (let time = 0; time < 10; time += 1) await pool.query(text, ['a', 1]);
  await pool.query("insert into steps select 'a', n from generate_series(1, 5000) n");
  const { rows: names } = await pool.query(
    'select name, generic_plans > 0 as "isKept" from pg_prepared_statements where statement = $1',
    [text],
  );
  expect(names).toMatchObject([{ isKept: true }]);
  const plan = await pool.query(`explain execute "${names[0].name}" ('a', 1)`);
  expect(JSON.stringify(plan.rows)).toContain('Index Only Scan using steps_pkey');
});

test('a plan that suits a table no more is made anew when the table was tidied', async () => {
  await pool.query('create table jobs (id integer primary key, state text not null)');
  await pool.query("create index jobs_open on jobs (id) where state = 'open'");
  await pool.query("insert into jobs values (1, 'open')");
  await pool.query('vacuum jobs');
  const text = 'select id from jobs where state = $1 order by id';
  const look = async () => {
    for (let time = 0; time < 10; time += 1) await pool.query(text, ['open']);
    const [statement] = await prepared(text);
    return statement?.planned ?? 0;
  };
  const small = await look();
  expect(await look()).toBe(small);
  await pool.query("insert into jobs select n, 'done' from generate_series(2, 20000) n");
  await pool.query('vacuum jobs');
  expect(await look()).toBeGreaterThan(small);
});

test('statements that come in ever new wordings are not all kept', async () => {
  const client = await pool.connect();
  client.release(true);
  for (let turn = 0; turn < 300; turn += 1) {
    for (let time = 0; time < 2; time += 1) {
      const { rows } = await pool.query(`select $1::integer as turn_${turn}`, [turn]);
      expect(rows).toEqual([{ [`turn_${turn}`]: turn }]);
    }
  }
  expect((await prepared('turn_')).length).toBeLessThan(210);
});
