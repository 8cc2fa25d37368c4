import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TransformJS } from '@guildline/transforms';
import { expect, test } from 'vitest';
import { runMaskEmail } from './examples/run-mask-email.ts';

/** What the guide shows, fence by fence. */
const guide = readFileSync(
  join(import.meta.dirname, '../../../../docs/guides/write-a-transform.md'),
  'utf8',
);
const [inPipeline = '', source, steps = '', file, failure] = [
  ...guide.matchAll(/```\w+\n([\s\S]*?)\n```/g),
].map(([, text]) => text ?? '');

test('the guide shows the transform that is compiled here', () => {
  const path = join(import.meta.dirname, 'examples/mask-email.ts');
  expect(readFileSync(path, 'utf8').trimEnd()).toBe(source);
});

test('its steps give the file and the failure that the guide shows', async () => {
  const result = await runMaskEmail(JSON.parse(steps));
  expect(result.file).toBe(`${file?.replaceAll('\n', '\r\n')}\r\n`);
  expect(result.failures).toEqual([failure]);
});

test('a setting of the wrong kind is refused before the run', async () => {
  const [first, last] = JSON.parse(steps) as [object, object];
  const wrong = [{ ...first, transformSettings: { field: 5 } }, last];
  await expect(runMaskEmail(wrong)).rejects.toThrow('This must be the name of a field.');
});

test('the JavaScript of the guide makes a field of another', async () => {
  const { transformSettings } = JSON.parse(inPipeline) as { transformSettings: { code: string } };
  const { signal } = new AbortController();
  const sink = { write: () => Promise.resolve() };
  const open = await TransformJS.open(transformSettings, { clock: Date, signal, sink });
  try {
    const records = [{ name: 'Ada Marsh' }];
    expect(await open.apply(records, records)).toEqual([
      { values: [{ name: 'Ada Marsh', initials: 'AM' }] },
    ]);
  } finally {
    await open.close();
  }
});
