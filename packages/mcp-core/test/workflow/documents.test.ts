import { expect, test } from 'vitest';
import { type ToolDefinition, toWireTool, type WireTool } from '../../src/index.ts';
import { toExactOutput } from '../../src/wire.ts';
import pipeline from '../documents/mcp-pipeline.input.json' with { type: 'json' };
import input from '../documents/workflow-start.input.json' with { type: 'json' };
import output from '../documents/workflow-start.output.json' with { type: 'json' };
import { startWorld } from './workflow-world.ts';

const { registry } = startWorld();

function wire(name: string): WireTool {
  const tool = registry.find(name);
  if (!tool) throw new Error(`No tool ${name}.`);
  return toWireTool(tool);
}

test("workflow_start's published input is the document's, with the optional keys of pipeline steps and a key of its own", () => {
  const { save_as, if: condition, continue_on_error } = pipeline.properties.steps.items.properties;
  const { steps } = input.properties;
  const expected = {
    ...input,
    properties: {
      ...input.properties,
      steps: {
        ...steps,
        items: {
          ...steps.items,
          properties: { ...steps.items.properties, save_as, if: condition, continue_on_error },
        },
      },
      idempotency_key: expect.objectContaining({ type: 'string' }),
    },
  };
  expect(wire('workflow_start').inputSchema).toEqual(expected);
});

test("workflow_start's published output is the document's", () => {
  expect(wire('workflow_start').outputSchema).toEqual(output);
});

test.each(['workflow_status', 'workflow_resume', 'workflow_cancel', 'workflow_answer'])(
  "%s answers with the document's summary",
  (name) => {
    const { $schema, ...expected } = output;
    expect(toExactOutput(registry.find(name) as ToolDefinition)).toMatchObject(expected);
  },
);

test.each([
  ['workflow_start', [false, false, false, true]],
  ['workflow_status', [true, false, true, false]],
  ['workflow_resume', [false, false, false, true]],
  ['workflow_cancel', [false, false, true, true]],
  ['workflow_list', [true, false, true, false]],
  ['workflow_result', [true, false, true, false]],
  ['workflow_answer', [false, false, false, true]],
])('the annotations of %s are honest', (name, [readOnly, destructive, idempotent, openWorld]) => {
  expect(wire(name).annotations).toEqual({
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  });
});

test("the document's example starts a workflow", async () => {
  const guild_id = '123456789012345679';
  const target = {
    profile_id: 'default',
    bot_id: '123456789012345678',
    guild_id,
    channel_id: '123456789012345680',
  };
  const world = startWorld();
  const args = { target, steps: [{ id: 'inspect', tool: 'things_list', args: { guild_id } }] };
  expect(await world.call('workflow_start', args)).toMatchObject({
    kind: 'result',
    structured: { target, status: 'queued', total_steps: 1 },
  });
});

test('a server without workflows has none of their tools', async () => {
  const { startDispatcher } = await import('../fakes.ts');
  const names = startDispatcher([])
    .tools.all()
    .map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('workflow_'))).toEqual([]);
});
