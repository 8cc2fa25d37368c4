import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { composeGuildline, localUser } from '../src/compose.ts';
import { loadSettings } from '../src/settings.ts';

/** What somebody asks, and the tool that has to be found for it. */
interface Sentence {
  readonly tool: string;
  readonly query: string;
}

const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/search-cases.json'), 'utf8'),
) as readonly Sentence[];

const guildline = composeGuildline((await loadSettings({}, {})).settings);
afterAll(() => guildline.close());

/** Sentences whose tool this server has; others wait for theirs. */
const measured = cases.filter(({ tool }) => guildline.tools.isEnabled(tool));

/** The place of the wanted tool among the first three; 0 if it is not there. */
async function placeOf({ tool, query }: Sentence): Promise<number> {
  const outcome = await guildline.dispatch('tools_search', { query }, { caller: localUser });
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  const found = (outcome.structured as { tools: { name: string }[] }).tools;
  return found.findIndex(({ name }) => name === tool) + 1;
}

const places = await Promise.all(
  measured.map(async (sentence) => ({ ...sentence, place: await placeOf(sentence) })),
);

/** The vocabulary was written against one half of the sentences, and the other half was only measured. */
const isTuned = (query: string) =>
  (createHash('sha256').update(query).digest()[0] as number) % 2 === 0;

test('every sentence is there once, and there are enough of them', () => {
  expect(measured.length).toBeGreaterThanOrEqual(150);
  expect(new Set(cases.map(({ query }) => query)).size).toBe(cases.length);
});

test('every tool that can be found has a sentence that must find it', () => {
  const wanted = new Set(cases.map(({ tool }) => tool));
  const without = guildline.tools
    .enabled()
    .filter(({ name, forwards }) => !forwards && name !== 'tools_search' && !wanted.has(name));
  expect(without.map(({ name }) => `${name}: add a sentence to test/search-cases.json`)).toEqual(
    [],
  );
});

describe.each([
  ['all sentences', () => true],
  ['the half that nothing was tuned on', (query: string) => !isTuned(query)],
])('of %s', (_what, isWanted) => {
  const wanted = places.filter(({ query }) => isWanted(query));
  const share = (isHit: (place: number) => boolean) =>
    wanted.filter(({ place }) => isHit(place)).length / wanted.length;
  const list = (isMiss: (place: number) => boolean) =>
    wanted
      .filter(({ place }) => isMiss(place))
      .map(({ tool, query }) => `${tool}: ${query}`)
      .join('\n');

  test('four in five find their tool first', () => {
    const first = share((place) => place === 1);
    expect(
      first,
      list((place) => place !== 1),
    ).toBeGreaterThanOrEqual(0.8);
  });

  test('nineteen in twenty find their tool among the first three', () => {
    const amongThree = share((place) => place > 0);
    expect(
      amongThree,
      list((place) => place === 0),
    ).toBeGreaterThanOrEqual(0.95);
  });
});

test('three tools come with the schemas that they are called with', async () => {
  const query = 'mute a member for an hour';
  const outcome = await guildline.dispatch('tools_search', { query }, { caller: localUser });
  expect(outcome).toMatchObject({
    structured: {
      tools: [
        {
          name: 'members_modify',
          effect: 'idempotent',
          destructive: false,
          input_schema: { required: ['guild_id', 'user_id'] },
        },
        { input_schema: { type: 'object' } },
        { input_schema: { type: 'object' } },
      ],
    },
  });
});
