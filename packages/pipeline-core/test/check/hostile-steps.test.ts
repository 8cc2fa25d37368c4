import { describe, expect, test } from 'vitest';
import { checkSteps, limits } from '../../src/index.ts';
import { findAny } from '../fakes.ts';

const mebibyte = 1024 * 1024;

describe('a check of hostile steps answers with issues', () => {
  test.each([
    ['braces', '{{'.repeat(mebibyte / 2)],
    ['parentheses', `{{${'('.repeat(40_000)}`],
    ['closed parentheses', `{{${'('.repeat(40_000)}a${')'.repeat(40_000)}}}`],
    ['a long path', `{{a${'.b'.repeat(mebibyte / 2)}}}`],
    ['a long name', `{{${'a'.repeat(mebibyte)}.b}}`],
    ['many templates', '{{a}}'.repeat(100_000)],
  ])('%s', (_what, text) => {
    const { issues } = checkSteps([{ tool: 't', args: { x: text }, if: text }], findAny());
    expect(issues.length).toBeGreaterThan(0);
    expect(JSON.stringify(issues).length).toBeLessThan(20_000);
  });

  test("arguments 20,000 levels deep never reach the tool's own check", () => {
    let args: Record<string, unknown> = { leaf: 1 };
    for (let level = 0; level < 20_000; level += 1) args = { k: args };
    let asked = 0;
    const { issues } = checkSteps([{ tool: 't', args }], () => ({
      tool: {
        checkArguments: () => {
          asked += 1;
          return [];
        },
      },
    }));
    expect(issues.map(({ message }) => message)).toEqual([
      `args are nested deeper than ${limits.argumentDepth} levels. Flatten them.`,
    ]);
    expect(asked).toBe(0);
  });

  test('a path of a mebibyte through a schema that refers to itself', () => {
    const next = {
      type: 'object',
      properties: { next: { $ref: '#' } },
      additionalProperties: false,
    };
    const steps = [
      { id: 'r', tool: 'node', args: {} },
      { tool: 't', args: { x: `{{r${'.next'.repeat(mebibyte / 5)}.nope}}` } },
    ];
    const [issue, ...others] = checkSteps(steps, findAny({ node: next })).issues;
    expect(others).toEqual([]);
    expect(issue?.message).toContain('node never gives nope in r.next.next');
    expect(issue?.message.length).toBeLessThan(500);
  });

  test('"__proto__" at every one of 20,000 levels', () => {
    let args: Record<string, unknown> = {};
    for (let level = 0; level < 20_000; level += 1) {
      const outer = JSON.parse('{"__proto__": 1}') as Record<string, unknown>;
      outer['k'] = args;
      args = outer;
    }
    const { issues } = checkSteps([{ tool: 't', args }], findAny());
    expect(JSON.stringify(issues).length).toBeLessThan(100_000);
    expect(issues.length).toBe(limits.problemsPerStep + 1);
  });

  test('a thousand unknown names that are nearly known', () => {
    const name = 'x'.repeat(60);
    const known = Array.from({ length: 120 }, (_, index) => ({
      id: `${name}${index}`,
      tool: 't',
      args: {},
    }));
    const args = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`k${index}`, `{{y${name}${index % 100}.a}}`]),
    );
    const { issues } = checkSteps([...known, { tool: 't', args }], findAny());
    expect(issues).toHaveLength(limits.problemsPerStep + 1);
    expect(issues[0]?.message).toContain(`Did you mean ${name.slice(0, 30)}`);
  });

  test('a thousand problems are counted, not listed', () => {
    const args = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`k${index}`, '{{']));
    const { issues } = checkSteps([{ tool: 't', args }], findAny());
    expect(issues).toHaveLength(limits.problemsPerStep + 1);
    expect(issues.at(-1)?.message).toContain('850 more problems');
  });
});
