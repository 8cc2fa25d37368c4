import { expect, test } from 'vitest';
import { result } from './examples/first-pipeline.ts';
import { run } from './examples/first-record-pipeline.ts';
import { fencesOf, readMarkdown } from './fences.ts';

const fences = fencesOf(readMarkdown('README.md'));

test.each(['first-pipeline', 'first-record-pipeline'])(
  'the example %s of the README is the one that runs here',
  (name) => {
    const source = readMarkdown(`test/examples/${name}.ts`);
    const published = source
      .replace("'../../src/index.ts'", "'@guildline/pipeline-core'")
      .replace('export const', 'const');
    expect(fences.map(({ text }) => text)).toContain(published);
  },
);

test('and it gives what the README says', () => {
  const shown = fences.find(({ info }) => info === 'json')?.text ?? '';
  expect(result.variables['hello']).toEqual(JSON.parse(shown));
  expect(result.aborted).toBe(false);
});

test('the record pipeline stops at its maximum, and says so', () => {
  expect(run.truncated).toBe(true);
  expect(run.counts.processed).toBe(2);
});

test('the README links to the explanation, which exists', () => {
  const [, path] = /\]\((\S+explanation\/pipeline\.md)\)/.exec(readMarkdown('README.md')) ?? [];
  expect(path).toBeDefined();
  expect(readMarkdown(path ?? '')).toContain('# ');
});
