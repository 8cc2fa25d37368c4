import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withDatabase } from './embedded-database.ts';
import { atRest } from './engine-world.ts';
import { createLetters } from './examples/letters.ts';
import { folderWithDatabase } from './test-folder.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const letter = { kind: 'letter', caller: 'me', key: undefined, input: 'Ann' };

test('the README shows the example as it is compiled, and no other code', async () => {
  const example = await readFile(new URL('./examples/letters.ts', import.meta.url), 'utf8');
  const fences = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  expect(fences).toEqual([example.replace('../../src/index.ts', '@guildline/workflow-dbos')]);
});

test('the example does what the README says', { timeout: 60_000 }, async () => {
  const folder = await folderWithDatabase();
  const sent: string[] = [];
  const engine = createLetters(folder, async (to) => `receipt ${sent.push(to)}`);
  await engine.start({ id: 'letter_1', ...letter });
  expect(await atRest(engine, 'letter_1')).toMatchObject({
    status: 'completed',
    note: { receipt: 'receipt 1' },
  });
  await engine.close();

  // As a process leaves it that is killed after it has sent the letter and before that is kept.
  await withDatabase(folder, (database) =>
    database.exec(
      `update guildline.runs set status = 'running', execution = 'killed';
       update guildline.run_claims set execution = 'killed';
       delete from guildline.operation_outputs`,
    ),
  );
  const next = createLetters(folder, async (to) => `receipt ${sent.push(to)}`);
  await next.open();
  const parked = await atRest(next, 'letter_1');
  expect(parked).toMatchObject({ status: 'needs_review', note: 'Did Ann get the letter?' });
  expect(sent).toEqual(['Ann']);
  await next.resume(parked, { note: 'send it again' });
  expect(await atRest(next, 'letter_1')).toMatchObject({
    status: 'completed',
    note: { receipt: 'receipt 2' },
  });
  await next.close();
});

test('the README names every table that is ours', async () => {
  const tables = await readFile(new URL('../src/schema/tables.ts', import.meta.url), 'utf8');
  const names = [...tables.matchAll(/create table \$\{schema\}\.(\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
