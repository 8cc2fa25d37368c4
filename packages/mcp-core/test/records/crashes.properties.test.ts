import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Crashes } from '../runs/crashes.ts';
import { answerOf, each, linesOf, list, startRecords, toLines } from './records-world.ts';

const size = 12;

/** Runs a background pipeline whose process dies at some places, and gives what came of it. */
async function runWithDeaths(operation: string, places: readonly number[]) {
  const crashes = new Crashes((place) => places.includes(place));
  const world = startRecords({ people: size, around: crashes.around });
  const steps = [
    list,
    each('people_get', { transform: 'ContactToRecord' }),
    each(operation),
    toLines,
  ];
  const { runHandle } = await world.execute({ steps, background: true, onError: 'skip' });
  // The preview of the approval is over.
  world.people.interfere = (tool, { id }) => crashes.pass(`${tool} ${id}`);
  await world.engine.idle();
  const answer = answerOf(await world.call('get_integration_run', { runHandle: runHandle ?? '' }));
  return { world, answer };
}

const places = fc.uniqueArray(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 5 });

describe('a background run that dies anywhere, often', () => {
  it('greets nobody twice and loses nobody in silence', async () => {
    await fc.assert(
      fc.asyncProperty(places, async (deaths) => {
        const { world, answer } = await runWithDeaths('people_greet_once', deaths);
        const { greeted } = world.people;
        expect(new Set(greeted).size).toBe(greeted.length);
        const listed = answer.failed_records ? linesOf(answer.failed_records) : [];
        const done = linesOf(answer.CSVFile).map(({ greeted: id }) => id);
        const unsure = listed.map(({ id }) => id);
        expect([...done, ...unsure].map(Number).sort((one, other) => one - other)).toEqual(
          Array.from({ length: size }, (_, id) => id),
        );
        for (const id of done) expect(greeted).toContain(id);
        for (const record of listed) expect(record['error_outcome']).toBe('unknown');
        expect(answer.summary).toMatchObject({ recordsProcessed: size, rowCount: done.length });
      }),
      { numRuns: 14 },
    );
  });

  it('does everything in the end if its writes may be repeated', async () => {
    await fc.assert(
      fc.asyncProperty(places, async (deaths) => {
        const { answer } = await runWithDeaths('people_greet_idempotent', deaths);
        expect(answer).toMatchObject({ status: 'completed', summary: { rowCount: size } });
        expect(linesOf(answer.CSVFile)).toEqual(
          Array.from({ length: size }, (_, id) => ({ greeted: String(id) })),
        );
      }),
      { numRuns: 10 },
    );
  });
});
