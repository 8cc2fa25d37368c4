import { describe, expect, test } from 'vitest';
import { compileTemplate, fillTemplate, PipelineError } from '../../src/index.ts';

const scope = {
  announce: { message_id: '888899990000111122', pinned: false, count: 3, topic: null },
  found: {
    channels: [
      { id: '1', name: 'general', position: 2, topic: null },
      { id: '2', name: 'rules', position: 1, topic: 'read me' },
    ],
    next: { cursor: 'c' },
  },
};

function fill(text: string, values: Readonly<Record<string, unknown>> = scope): unknown {
  return fillTemplate(compileTemplate(text), values);
}

describe('a template that is one expression keeps the type of the value', () => {
  test.each([
    ['{{announce.message_id}}', '888899990000111122'],
    ['{{ announce.count }}', 3],
    ['{{announce.pinned}}', false],
    ['{{announce.topic}}', null],
    ['{{found.next}}', { cursor: 'c' }],
    ['{{found.channels[*].id}}', ['1', '2']],
    ["{{found.channels[?name=='general'] | [0].id}}", '1'],
    ['{{length(found.channels)}}', 2],
    ["{{announce.topic || 'none'}}", 'none'],
    ['{{ {a: {b: announce.count}} }}', { a: { b: 3 } }],
    ['{{`[1, {"a": "}}"}]`}}', [1, { a: '}}' }]],
  ])('%s', (text, value) => {
    expect(fill(text)).toEqual(value);
  });
});

describe('inside longer text', () => {
  test.each([
    ['strings are written plainly', 'id {{announce.message_id}}.', 'id 888899990000111122.'],
    ['numbers are written plainly', '{{announce.count}} of {{length(found.channels)}}', '3 of 2'],
    ['booleans are written plainly', 'pinned: {{announce.pinned}}', 'pinned: false'],
    ['objects are written as JSON', 'at {{found.next}}', 'at {"cursor":"c"}'],
    ['lists are written as JSON', 'ids {{found.channels[*].id}}', 'ids ["1","2"]'],
    ['a stored null is written as nothing', '<{{announce.topic}}>', '<>'],
    ['an asked-for null is written as nothing', '<{{announce.nope || `null`}}>', '<>'],
    ['blanks around make a text', ' {{announce.count}}', ' 3'],
    ['expressions may touch', '{{announce.count}}{{announce.count}}', '33'],
    ['literal braces are an expression', "{{ '{{' }} and {{ '}}' }}", '{{ and }}'],
  ])('%s', (_claim, text, value) => {
    expect(fill(text)).toBe(value);
  });
});

test('a text without braces gives itself', () => {
  expect(fill('plain }} text')).toBe('plain }} text');
  expect(fill('')).toBe('');
});

test('a value is never expanded again', () => {
  const values = { a: { text: '{{b.secret}}', expr: "{{ '{{' }}" }, b: { secret: 'no' } };
  expect(fill('{{a.text}}', values)).toBe('{{b.secret}}');
  expect(fill('x {{a.text}} {{a.expr}}', values)).toBe("x {{b.secret}} {{ '{{' }}");
  expect(fill("{{join('', [a.text, a.text])}}", values)).toBe('{{b.secret}}{{b.secret}}');
});

test('a filled value shares nothing with the result it came from', () => {
  const values = { a: { list: [{ deep: { n: 1 } }] } };
  const filled = fill('{{a.list}}', values) as [{ deep: { n: number } }];
  filled[0].deep.n = 2;
  expect(values.a.list[0]?.deep.n).toBe(1);
});

test('a filled literal shares nothing with the template', () => {
  const template = compileTemplate('{{`{"a": [1]}`}}');
  const first = fillTemplate(template, {}) as { a: number[] };
  first.a.push(2);
  expect(fillTemplate(template, {})).toEqual({ a: [1] });
});

test('filling changes neither the scope nor the template', () => {
  const before = JSON.stringify(scope);
  for (const text of ['{{sort_by(found.channels, &position)}}', '{{reverse(found.channels)}}']) {
    fill(text);
  }
  expect(JSON.stringify(scope)).toBe(before);
});

test('a template names the steps that it reads', () => {
  const text =
    "{{a.b}} {{c[?d == e.f].g | [0]}} {{merge(h, {i: j.k})}} {{map(&l, @.m)}} {{a.n || 'o'}} {{p | q}}";
  expect(compileTemplate(text).references).toEqual(['a', 'c', 'h', 'j', 'm', 'p']);
});

describe('a template that no data could make right is refused when it is compiled', () => {
  test.each([
    ['{{}}', 2, 'no expression'],
    ['  {{ }}', 4, 'no expression'],
    ['x {{a b}}', 6, 'expected an operator'],
    ['{{ok}} {{ a..b }}', 12, 'expected a name after "."'],
    ['{{a[}}', 4, 'expected an expression'],
    ["{{a['b']}}", 4, 'a field is written .b'],
    ['{{a.0}}', 4, 'An item of a list is written [0]'],
    ['{{event-host.id}}', 7, 'in double quotes'],
    ['{{a == true}}', 7, 'needs backticks'],
    ['{{list[?name == "general"]}}', 16, "'general'"],
    ['{{!a.b}}', 2, '!(a.b)'],
    ['{{nope(a)}}', 2, 'no function nope()'],
    ['{{lenght(a)}}', 2, 'Did you mean length()?'],
    ['{{`888899990000111122`}}', 2, "'888899990000111122'"],
  ])('%s', (text, position, message) => {
    const compile = () => compileTemplate(text);
    expect(compile).toThrow(PipelineError);
    expect(compile).toThrow(expect.objectContaining({ code: 'PIPELINE_INVALID', position }));
    expect(compile).toThrow(message);
  });

  test('and the message counts characters from 1', () => {
    expect(() => compileTemplate('x {{a b}}')).toThrow('{{a b}}, character 7:');
  });
});
