import { describe, expect, test } from 'vitest';
import { isTemplate, scanTemplate } from '../../src/template/scan-template.ts';

function scan(text: string): string[] {
  return scanTemplate(text).map((part) =>
    part.type === 'text' ? part.text : `<${part.text}@${part.start}>`,
  );
}

describe('an expression ends at the first "}}" outside quotes, backticks and inner braces', () => {
  test.each([
    ['', []],
    ['no braces', ['no braces']],
    ['{{a.b}}', ['<a.b@2>']],
    ['{{ a.b }}', ['< a.b @2>']],
    ['x{{a}}y{{b}}z', ['x', '<a@3>', 'y', '<b@9>', 'z']],
    ['{{a}}{{b}}', ['<a@2>', '<b@7>']],
    ["{{ '}}' }}", ["< '}}' @2>"]],
    ["{{ '\\'}}' }}", ["< '\\'}}' @2>"]],
    ['{{ "}}" }}', ['< "}}" @2>']],
    ['{{ `"}}"` }}', ['< `"}}"` @2>']],
    ['{{ {a: {b: c}} }}', ['< {a: {b: c}} @2>']],
    ['{{ {a: {b: c}}}}', ['< {a: {b: c}}@2>']],
    ['{{{a: b}}}', ['<{a: b}@2>']],
    ['{"json": {{a}}}', ['{"json": ', '<a@11>', '}']],
    ['a }} b', ['a }} b']],
    ['{ { a } }', ['{ { a } }']],
    ['{{a} }}', ['<a} @2>']],
    ['{{}}', ['<@2>']],
    ["it's {{a}} isn't", ["it's ", '<a@7>', " isn't"]],
    ['\\{{a}}', ['\\', '<a@3>']],
  ])('%j', (text, parts) => {
    expect(scan(text)).toEqual(parts);
  });
});

test('the parts of a template make up the whole text', () => {
  const text = "a{{b}}c {{ {d: 'e}}'} }}{{f}}";
  const written = scanTemplate(text).map((part) =>
    part.type === 'text' ? part.text : `{{${part.text}}}`,
  );
  expect(written.join('')).toBe(text);
});

describe('an expression that is not closed is refused with its position', () => {
  test.each([
    ['{{a', 0],
    ['ok {{a}} then {{b', 14],
    ['{{{{{{', 0],
    ["{{ 'a }}", 0],
    ['x {{ {a: b }}', 2],
    ['{{a}', 0],
    ["{{ 'a\\", 0],
  ])('%j', (text, position) => {
    expect(() => scanTemplate(text)).toThrow(
      expect.objectContaining({ code: 'PIPELINE_INVALID', position }),
    );
  });

  test('and the message says how literal braces are written', () => {
    expect(() => scanTemplate('{{a')).toThrow("{{ '{{' }}");
  });

  test('and the message says if a quote swallowed the end', () => {
    expect(() => scanTemplate("{{ it's }}")).toThrow('stands inside quotes');
  });
});

test('only a text with "{{" in it is a template', () => {
  expect(['', 'a', '{a}', '}}', '{ {'].map(isTemplate)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(['{{', 'a {{b}}'].map(isTemplate)).toEqual([true, true]);
});

test('a text may have a thousand expressions and no more', () => {
  expect(scanTemplate('{{a}}'.repeat(1000))).toHaveLength(1000);
  expect(() => scanTemplate('{{a}}'.repeat(1001))).toThrow('at most 1000 expressions');
});
