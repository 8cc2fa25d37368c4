import { expect, test } from 'vitest';
import { withDatabase } from './embedded-database.ts';
import { atRest, testEngine } from './engine-world.ts';
import { folderWithDatabase } from './test-folder.ts';

const secret = 'a-secret-of-this-process';

/** Everything that the run and its steps gave, as text. */
const given = {
  id: `wf_${'ab'.repeat(16)}`,
  kind: 'workflow',
  caller: 'alice',
  key: 'the key',
  input: { question: 'the input' },
  given: [{ from: 'the pipeline' }],
};

test('what is stored is what was given: no environment, no path, no stack of an error', {
  timeout: 60_000,
}, async () => {
  const folder = await folderWithDatabase();
  const { engine } = testEngine({
    folder,
    execute: async (execution) => {
      await execution.keep(0, '0 given', async () => secret);
      await execution
        .keep(1, '1 fails', async () => {
          await execution.claim(1, 5);
          throw new Error(secret);
        })
        .catch(() => undefined);
      return { status: 'needs_review', position: 1, note: { asks: 'the note' } };
    },
  });
  try {
    const { run } = await engine.start(given);
    expect(await atRest(engine, run.id)).toMatchObject({ status: 'needs_review', position: 1 });
    const parked = await engine.find(run.id);
    if (parked) await engine.resume(parked, { note: { decided: 'the decision' } });
    await atRest(engine, run.id);
  } finally {
    await engine.close();
  }

  const texts = await withDatabase(folder, async (database) => {
    const { rows: tables } = await database.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name
       from information_schema.tables where table_schema = 'guildline'`,
    );
    const found = new Set<string>();
    for (const { name } of tables) {
      const { rows } = await database.query<{ row: object }>(
        `select to_json(t) as row from ${name} t`,
      );
      for (const value of rows.flatMap(({ row }) => Object.values(row))) {
        if (typeof value === 'string') found.add(value);
      }
    }
    return [...found];
  });
  const uuid = /^(?:local#)?[\da-f]{8}-[\da-f-]{27}$/;
  const stored = texts.filter((text) => !uuid.test(text)).sort();
  expect(stored).toEqual(
    [
      ...[given.id, given.kind, given.caller],
      ...[given.key, given.input].map((value) => JSON.stringify(value)),
      // The result of the step, which is what was given, and what the work left beside it.
      ...[given.given[0], { asks: 'the note' }].map((value) => JSON.stringify(value)),
      ...['0 given', 'needs_review', 'SUCCESS'],
      // What the engine calls itself, its version, its workflow, its queue and its formats.
      ...['guildline', 'guildline-1', 'run', 'guildline_json', '[]', 'null', ''],
    ].sort(),
  );
});
