import { describe, expect, test } from 'vitest';
import { formatPath } from '../src/format-path.ts';
import {
  checkSteps,
  compileCondition,
  compileTemplate,
  fillTemplate,
  holds,
  limits,
  runSteps,
  type Step,
} from '../src/index.ts';
import { standardFunctions } from '../src/jmespath/functions/index.ts';
import { Failed, FakeClock, FakeTools, findAny } from './fakes.ts';
import { type Fence, fencesOf, readMarkdown, rowsOf } from './fences.ts';

const markdown = readMarkdown('../../docs/explanation/pipeline.md');
const fences = fencesOf(markdown);
const text = { type: 'string' };
const channel = {
  type: 'object',
  properties: { id: text, name: text, topic: text },
  additionalProperties: false,
};
const channels = { type: 'array', items: channel };
const findTool = findAny({
  channels_list: { type: 'object', properties: { channels }, additionalProperties: false },
});

function jsonOf(fence: Fence | undefined): unknown {
  return JSON.parse(fence?.text ?? '');
}

async function runFence(fence: Fence): Promise<unknown> {
  const clock = new FakeClock();
  const tools = new FakeTools({
    channels_list: () => ({
      channels: [
        { id: '222233334444555566', name: 'general', topic: null },
        { id: '222233334444555577', name: 'rules', topic: 'Read me' },
      ],
    }),
    messages_send: ({ channel_id }) => ({ message_id: '888899990000111122', channel_id }),
    events_create: () => new Failed(),
  });
  const { steps, issues } = checkSteps(jsonOf(fence) as Step[], findTool);
  expect(issues).toEqual([]);
  const call: typeof tools.call = (step) => {
    clock.pass(40);
    return tools.call(step);
  };
  return runSteps(steps, { call, clock });
}

describe('the explanation of pipelines shows what happens', () => {
  test.each(fences.flatMap(({ info }, index) => (info === 'json result' ? [index] : [])))(
    'the result in block %i',
    async (index) => {
      const result = await runFence(fences[index - 1] as Fence);
      expect(JSON.parse(JSON.stringify(result))).toEqual(jsonOf(fences[index]));
    },
  );

  test('the problems of the refused steps', () => {
    const at = fences.findIndex(({ info }) => info === 'json problems');
    const { issues } = checkSteps(jsonOf(fences[at - 1]) as Step[], findTool);
    const messages = issues.map(({ message, path }) =>
      path ? `${formatPath(path)}: ${message}` : message,
    );
    expect(messages).toEqual(jsonOf(fences[at]));
  });

  const data = jsonOf(fences.find(({ info }) => info === 'json data')) as Record<string, unknown>;
  const fill = (template: string) => fillTemplate(compileTemplate(template), data);

  test.each(rowsOf(markdown, ['template', 'gives']))('%s gives %s', (template, value) => {
    expect(fill(template)).toEqual(JSON.parse(value));
  });

  test.each(rowsOf(markdown, ['template', 'is refused']))('%s is refused', (template, message) => {
    expect(() => compileTemplate(template)).toThrow(message);
  });

  test.each(rowsOf(markdown, ['template', 'fails']))('%s fails', (template, message) => {
    const compiled = compileTemplate(template);
    expect(() => fillTemplate(compiled, data)).toThrow(message);
  });

  test.each(rowsOf(markdown, ['if', 'the step']))('if %s, the step %s', (condition, outcome) => {
    expect(holds(compileCondition(condition), data)).toBe(outcome === 'runs');
  });

  test('a wrong value fails, and the default that helps', () => {
    expect(() => holds(compileCondition('length(event.members) > `3`'), data)).toThrow('length()');
    expect(holds(compileCondition('length(event.members || `[]`) > `3`'), data)).toBe(false);
  });

  test('the limits', () => {
    const values = rowsOf(markdown, ['limit', 'value']).map(([, value = '']) =>
      Number(value.replaceAll(',', '')),
    );
    expect(values).toEqual(Object.values(limits));
  });

  test('the functions', () => {
    const paragraph = markdown.slice(markdown.indexOf('The functions are the 26'));
    const listed = paragraph.slice(0, paragraph.indexOf('\n\n')).match(/(?<=`)[a-z_]+(?=`)/g);
    expect(listed).toEqual([...standardFunctions.keys()].sort());
  });

  test('every table was read', () => {
    const count = (columns: string[]) => rowsOf(markdown, columns).length;
    expect(count(['template', 'gives'])).toBe(19);
    expect(count(['template', 'fails'])).toBe(5);
    expect(count(['template', 'is refused'])).toBe(4);
    expect(count(['if', 'the step'])).toBe(8);
  });
});
