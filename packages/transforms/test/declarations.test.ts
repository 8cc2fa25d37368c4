import type { Transform } from '@guildline/pipeline-core';
import { describe, expect, test } from 'vitest';
import * as exports from '../src/index.ts';

const transforms = Object.values(exports).filter(
  (value): value is Transform => typeof value === 'object',
);

test('there are six transforms', () => {
  expect(transforms.map(({ name }) => name).sort()).toEqual([
    'JSFilter',
    'RecordSetToCSVStringSet',
    'RecordSetToJSONLines',
    'RecordSetToPDF',
    'RecordToCSVString',
    'TransformJS',
  ]);
});

describe.each(transforms)('$name', (transform) => {
  test('is exported under its name', () => {
    expect((exports as Record<string, unknown>)[transform.name]).toBe(transform);
  });

  test('has an artifact exactly if it is a terminal, and then no output', () => {
    expect(transform.artifact !== undefined).toBe(transform.terminal !== 'none');
    expect(transform.output === undefined).toBe(transform.terminal !== 'none');
  });

  test('is JSON, and short enough to be listed', () => {
    const listed = JSON.stringify(transform);
    expect(JSON.parse(listed)).toMatchObject({
      name: transform.name,
      settings: { type: 'object' },
    });
    expect(transform.description.length).toBeLessThan(400);
  });

  test('describes each of its settings', () => {
    const { properties } = transform.settings as { properties: Record<string, object> };
    for (const setting of Object.values(properties)) {
      expect(setting).toHaveProperty('description');
    }
  });
});
