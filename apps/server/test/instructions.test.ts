import { createRegistry, defineTool, surfaces, type ToolDefinition } from '@guildline/mcp-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createInstructions } from '../src/instructions.ts';

function tool(name: string): ToolDefinition {
  return defineTool({
    name,
    category: 'meta',
    title: name,
    description: name,
    input: () => z.strictObject({}),
    output: () => z.object({}),
    effect: 'read',
    run: async () => ({}),
  });
}

/** Every tool that the instructions can speak of. */
const all = [
  'mcp_pipeline',
  'mcp_pipeline_check',
  'pipeline_discover',
  'pipeline_execute',
  'workflow_start',
  'workflow_status',
  '_status',
  'tools_search',
  'tools_read',
  'tools_write',
  'tools_destructive',
];

function instructionsFor(
  names: readonly string[],
  surface: (typeof surfaces)[number] = 'progressive',
  readOnly = false,
) {
  return createInstructions({
    tools: createRegistry({ tools: names.map(tool) }),
    surface,
    readOnly,
  });
}

test.each(surfaces)(
  'with everything that there is they are short enough for every client: %s',
  (surface) => {
    expect(instructionsFor(all, surface).length).toBeLessThanOrEqual(1500);
  },
);

test('of a server that is read-only they say so, and speak of no writes that it would make', () => {
  const text = instructionsFor(all, 'progressive', true);
  expect(text).toContain('read-only');
  expect(text).not.toContain('moderate');
  expect(text.length).toBeLessThanOrEqual(1500);
});

test('they name what is there', () => {
  for (const name of all) expect(instructionsFor(all)).toContain(name);
});

test.each(all)('they do not name %s when it is switched off', (name) => {
  const others = all.filter((other) => other !== name);
  expect(instructionsFor(others)).not.toMatch(new RegExp(`(?<![a-z_])${name}(?![a-z_])`));
});

test('they say what holds for every call, whatever there is', () => {
  const text = instructionsFor([]);
  for (const part of ['Ids are strings', '⟦untrusted …⟧', 'Mentions are off', 'resource link']) {
    expect(text).toContain(part);
  }
});

test('nobody is sent to search where everything is listed', () => {
  expect(instructionsFor(all, 'full')).not.toContain('tools_search');
});
