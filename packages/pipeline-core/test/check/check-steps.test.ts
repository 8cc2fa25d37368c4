import { describe, expect, test } from 'vitest';
import {
  type ArgumentIssue,
  checkSteps,
  type FindStepTool,
  type Path,
  type Step,
} from '../../src/index.ts';
import { findAny } from '../fakes.ts';

/** The messages about the steps, each with its step and, if it has one, its path. */
function problems(steps: readonly Step[], findTool = findAny()): string[] {
  return checkSteps(steps, findTool).issues.map(
    ({ step, path, message }) => `${step}${path ? ` ${JSON.stringify(path)}` : ''}: ${message}`,
  );
}

function step(fields: Partial<Step> = {}): Step {
  return { tool: 'messages_send', args: {}, ...fields };
}

test('steps without a problem are compiled', () => {
  const args = { channel_id: '{{announce.channel_id}}', content: 'see {{step_1.id}} {{where.x}}' };
  const { steps, issues } = checkSteps(
    [
      step({ id: 'announce', save_as: 'where' }),
      step({ continue_on_error: true }),
      step({ id: 'last', args, if: '{{step_1.id}}' }),
    ],
    findAny(),
  );
  expect(issues).toEqual([]);
  expect(
    steps.map(({ index, id, saveAs, continueOnError }) => [index, id, saveAs, continueOnError]),
  ).toEqual([
    [0, 'announce', 'where', false],
    [1, 'step_1', undefined, true],
    [2, 'last', undefined, false],
  ]);
  expect(steps[2]?.args).toBe(args);
  expect(steps[2]?.condition?.references).toEqual(['step_1']);
  expect(steps[2]?.templates).toEqual([
    { path: ['channel_id'], text: '{{announce.channel_id}}', references: ['announce'] },
    { path: ['content'], text: 'see {{step_1.id}} {{where.x}}', references: ['step_1', 'where'] },
  ]);
});

describe('tools', () => {
  const findTool: FindStepTool = (name) =>
    name === 'messages_send'
      ? { tool: { checkArguments: () => [] } }
      : { refusal: { code: 'PIPELINE_RECURSION', message: `${name} cannot be a step.` } };

  test('a refused tool is an issue with the code of the refusal', () => {
    const { issues } = checkSteps([step(), step({ id: 'inner', tool: 'mcp_pipeline' })], findTool);
    expect(issues).toEqual([
      {
        step: 1,
        id: 'inner',
        tool: 'mcp_pipeline',
        code: 'PIPELINE_RECURSION',
        message: 'mcp_pipeline cannot be a step.',
      },
    ]);
  });

  test('a refused tool hides no other problem', () => {
    const steps = [
      step({ tool: 'nope', id: 'BAD', args: { x: '{{' } }),
      step({ args: { y: '{{z}}' } }),
    ];
    expect(
      checkSteps(steps, findTool).issues.map(({ step: index, code }) => [index, code]),
    ).toEqual([
      [0, 'PIPELINE_INVALID'],
      [0, 'PIPELINE_RECURSION'],
      [0, 'PIPELINE_INVALID'],
      [1, 'PIPELINE_INVALID'],
    ]);
  });
});

describe('ids', () => {
  test.each(['A', '1a', '_a', 'a-b', 'a.b', '', 'a'.repeat(65), 'é'])('%j is no id', (id) => {
    expect(problems([step({ id })])[0]).toContain('must match ^[a-z][a-z0-9_]{0,63}$');
  });

  test.each(['a', 'tostring', 'a_1', 'a'.repeat(64)])('%j is an id', (id) => {
    expect(problems([step({ id })])).toEqual([]);
  });

  test('"constructor" is none, though it looks like one', () => {
    expect(problems([step({ id: 'constructor' })])).toEqual([
      '0: id constructor belongs to every JavaScript object. Choose another name.',
    ]);
  });

  test('the same id twice is a problem of the later step', () => {
    expect(problems([step({ id: 'a' }), step({ id: 'b' }), step({ id: 'a' })])).toEqual([
      '2: id a is also the id of step 0, counted from 0. Ids must differ; a step without one is called step_<index>.',
    ]);
  });

  test('an explicit id may clash with a default one, earlier or later', () => {
    expect(problems([step({ id: 'step_1' }), step()])).toHaveLength(1);
    expect(problems([step(), step({ id: 'step_0' })])).toHaveLength(1);
    expect(problems([step({ id: 'step_0' }), step()])).toEqual([]);
  });
});

describe('save_as', () => {
  test.each(['a', 'A', '_a', 'camelCase', 'a1', 'a'.repeat(64)])('%j is a name', (name) => {
    expect(problems([step({ save_as: name })])).toEqual([]);
  });

  test.each([
    'a b',
    'a.b',
    '1',
    'a-b',
    '',
    'a'.repeat(65),
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'true',
    'null',
  ])('%j is refused', (name) => {
    expect(problems([step({ save_as: name })])).toHaveLength(1);
  });

  test.each<[string, Step[], number]>([
    ['an earlier id', [step({ id: 'a' }), step({ save_as: 'a' })], 1],
    ['a later id', [step({ save_as: 'b' }), step({ id: 'b' })], 0],
    ['a default id', [step(), step({ save_as: 'step_0' })], 1],
    ['the id of its own step', [step({ id: 'a', save_as: 'a' })], 0],
    ['another save_as', [step({ save_as: 'x' }), step({ save_as: 'x' })], 1],
  ])('it may not clash with %s', (_what, steps, index) => {
    const [problem, ...others] = problems(steps);
    expect(problem).toMatch(new RegExp(`^${index}: save_as `));
    expect(others).toEqual([]);
  });
});

describe('references', () => {
  const announce = step({ id: 'announce', save_as: 'sent' });

  test.each([
    [
      'an unknown step',
      '{{anounce.id}}',
      'no step before this one is called anounce. Known here: announce, sent. Did you mean announce?',
    ],
    ['a later step', '{{grant.id}}', 'grant is step 2, counted from 0, and runs later.'],
    ['the step itself', '{{event.id}}', 'event is this step itself'],
    ['a variable of a later step', '{{granted}}', 'granted is step 2'],
  ])('%s is refused', (_what, text, message) => {
    const steps = [
      announce,
      step({
        id: 'event',
        args: { deep: [{ text: `x ${text}` }] },
        if: `${text} || 'x'`.replace(/[{}]/g, ''),
      }),
      step({ id: 'grant', save_as: 'granted' }),
    ];
    const [condition, argument, ...others] = problems(steps);
    expect(condition).toMatch(/^1: if: \{\{/);
    expect(condition).toContain(message);
    expect(argument).toMatch(/^1 \["deep",0,"text"\]: \{\{/);
    expect(argument).toContain(message);
    expect(others).toEqual([]);
  });

  test.each([
    'announce',
    'sent.id',
    "announce.list[?name == 'event'].grant",
    'map(&event, announce.list)',
    'announce | event',
    'announce.{event: grant}',
    'sort_by(announce.list, &grant)[0]',
    '@',
    '@.announce',
    "'event'",
    '`"grant"`',
  ])('%s reads earlier steps only', (expression) => {
    expect(problems([announce, step({ id: 'event', args: { x: `{{${expression}}}` } })])).toEqual(
      [],
    );
  });

  test.each([
    'announce.list[?name == `1`] || event',
    'merge(announce, grant)',
    '{x: event}',
    '[event][0]',
    '@.event',
    '@ | event',
    'event[?a]',
    '!event',
    'announce.x == grant',
  ])('%s reads the scope', (expression) => {
    const steps = [
      announce,
      step({ id: 'event', args: { x: `{{${expression}}}` } }),
      step({ id: 'grant' }),
    ];
    expect(problems(steps)).toHaveLength(1);
  });

  test('a step may read one that can be skipped or fail', () => {
    const steps = [
      step({ id: 'maybe', continue_on_error: true }),
      step({ id: 'skippable', if: 'maybe.ok' }),
      step({ args: { x: "{{maybe.id || skippable.id || 'none'}}" } }),
    ];
    expect(problems(steps)).toEqual([]);
  });

  test('a reference is judged once for each place, however often it stands there', () => {
    expect(problems([step({ args: { a: '{{x.a}} {{x.a}} {{x.b}}', b: '{{x.a}}' } })])).toHaveLength(
      3,
    );
  });
});

describe('templates and conditions that cannot be read', () => {
  test('are issues with path and position, all at once, in the order of the steps', () => {
    expect(
      problems([
        step({ if: 'a ||', args: { x: 'ok {{a b}}', y: ['{{'] } }),
        step({ args: { z: '{{}}' }, if: '{{step_0}} == 1' }),
      ]),
    ).toEqual([
      '0: if: {{a ||}}, character 5: expected an expression, found the end.',
      '0 ["x"]: {{a b}}, character 8: expected an operator or the end, found "b".',
      '0 ["y",0]: character 1: this "{{" is not closed by "}}". Literal braces are written {{ \'{{\' }}.',
      '1: if: character 11: a condition is one expression. Put the whole of it inside one pair of braces: {{a.count > `0`}}.',
      '1 ["z"]: character 3: there is no expression here. Literal braces are written {{ \'{{\' }}.',
    ]);
  });

  test('such a step is not among the compiled ones', () => {
    const { steps } = checkSteps(
      [step({ args: { x: '{{' } }), step(), step({ if: '(' })],
      findAny(),
    );
    expect(steps.map(({ index }) => index)).toEqual([1]);
  });
});

describe('arguments', () => {
  test('are judged by the tool, which is told what is a template', () => {
    const seen: unknown[] = [];
    const findTool: FindStepTool = () => ({
      tool: {
        checkArguments: (args, isTemplate): ArgumentIssue[] => {
          const paths: Path[] = [
            ['a'],
            ['b', 0],
            ['c'],
            ['d'],
            ['nope'],
            ['b', 7],
            ['a', 'x'],
            ['toString'],
          ];
          seen.push(args, paths.map(isTemplate));
          return [{ path: ['c'], message: 'c must be a number.' }];
        },
      },
    });
    const args = { a: '{{', b: ['x {{y}}'], c: 'plain', d: 3 };
    const issues = problems([step({ args })], findTool);
    expect(seen).toEqual([args, [true, true, false, false, false, false, false, false]]);
    expect(issues).toContain('0 ["c"]: c must be a number.');
  });

  test.each([null, [], 'text', 3, undefined])('args that are %j are refused', (args) => {
    expect(problems([step({ args: args as unknown as Step['args'] })])).toEqual([
      '0: args must be an object with the arguments of the tool.',
    ]);
  });

  test('a control is never filled from a template', () => {
    expect(problems([step({ args: { __reason: '{{step_0.x}}', __ok: 'plain' } })])[0]).toContain(
      'never filled from a template',
    );
  });
});

test('the steps of the check are the ones that were given', () => {
  const steps = [step({ id: 'a', args: { x: 1 } })];
  const before = JSON.stringify(steps);
  checkSteps(steps, findAny());
  expect(JSON.stringify(steps)).toBe(before);
});
