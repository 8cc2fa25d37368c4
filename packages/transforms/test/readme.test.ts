import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as exports from '../src/index.ts';
import { applyOnce, toMessage } from './apply.ts';
import { MaskEmail } from './examples/mask-email.ts';
import { result } from './examples/use-mask-email.ts';

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

const readme = read('../README.md');
const fences = Array.from(readme.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, info, text = '']) => ({
  info,
  text,
}));

test('the examples of the README are the ones that run here', () => {
  const texts = fences.filter(({ info }) => info === 'ts').map(({ text }) => text);
  expect(texts[0]).toBe(read('./examples/mask-email.ts'));
  expect(texts[1]).toBe(
    read('./examples/use-mask-email.ts')
      .replace('../../src/index.ts', '@guildline/transforms')
      .replace('\nexport const result = csv;\n', ''),
  );
});

test('and they give what the README says', async () => {
  const shown = fences.find(({ info }) => info === 'csv')?.text ?? '';
  expect(result).toBe(shown.replaceAll('\n', '\r\n'));
  const outcomes = await applyOnce(MaskEmail, { field: 'email' }, [{ email: 'none' }]);
  expect(outcomes.map(toMessage)).toEqual([expect.stringContaining('no e-mail address')]);
  expect(MaskEmail.checkSettings({})).toHaveLength(1);
});

test('the JavaScript of the README runs', async () => {
  const code = fences.find(({ info }) => info === 'js')?.text ?? '';
  const records = [{ id: '1', joined_at: '2026-11-30T00:00:00.000Z' }];
  expect(await applyOnce(exports.TransformJS, { code }, records)).toEqual([
    { values: [{ id: '1', year: '2026' }] },
  ]);
});

test('the README names every export', () => {
  for (const name of Object.keys(exports)) expect(readme).toContain(`\`${name}`);
});
