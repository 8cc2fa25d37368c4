import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/http/api-error.ts';
import { dictionary, list, uniqueSnowflakes } from '../../src/validate/collections.ts';
import { nullable, nullish, object, optional, parse, type Rule } from '../../src/validate/rule.ts';
import {
  boolean,
  choice,
  integer,
  permissionBits,
  snowflake,
  text,
  timestamp,
  url,
} from '../../src/validate/scalars.ts';

function refusal(rule: Rule<unknown>, value: unknown): unknown {
  try {
    parse(rule, value);
  } catch (error) {
    return (error as ApiError).errors;
  }
  return undefined;
}

const at = (code: string, message: string) => ({ _errors: [{ code, message }] });

describe('values', () => {
  test.each<[string, Rule<unknown>, unknown, unknown]>([
    ['text is trimmed', text(), ' a ', 'a'],
    ['a number is text', text(), 5, '5'],
    ['digits are a number', integer(), '12', 12],
    ['a safe number is an id', snowflake(), 12, '12'],
    ['words are true and false', boolean(), 'true', true],
    ['a number in words is a choice', choice(1, 2), '2', 2],
    [
      'a time gets Discord’s form',
      timestamp(),
      '2030-01-01T13:00:00+01:00',
      '2030-01-01T12:00:00+00:00',
    ],
    [
      'a fraction has six digits',
      timestamp(),
      '2030-01-01T12:00:00.5Z',
      '2030-01-01T12:00:00.500000+00:00',
    ],
    ['a day is a time', timestamp(), '2030-01-01', '2030-01-01T00:00:00+00:00'],
    ['bits are exact beyond 53', permissionBits(), '18014398509481984', 1n << 54n],
    ['an object is passed on', dictionary(), { a: 1 }, { a: 1 }],
    ['null where it may be', nullable(text()), null, null],
  ])('%s', (_, rule, value, expected) => {
    expect(parse(rule, value)).toEqual(expected);
  });

  test.each<[string, Rule<unknown>, unknown, string, string]>([
    [
      'an object for text',
      text(),
      { a: 1 },
      'STRING_TYPE_CONVERT',
      'Could not interpret "{"a":1}" as string.',
    ],
    ['too short', text({ min: 2 }), 'a', 'BASE_TYPE_MIN_LENGTH', 'Must be 2 or more in length.'],
    ['too long', text({ max: 2 }), 'abc', 'BASE_TYPE_MAX_LENGTH', 'Must be 2 or fewer in length.'],
    [
      'neither',
      text({ min: 2, max: 3 }),
      'a',
      'BASE_TYPE_BAD_LENGTH',
      'Must be between 2 and 3 in length.',
    ],
    ['empty', text({ min: 1, max: 3 }), '', 'BASE_TYPE_REQUIRED', 'This field is required'],
    ['a fraction', integer(), 1.5, 'NUMBER_TYPE_COERCE', 'Value "1.5" is not int.'],
    ['words', integer(), 'many', 'NUMBER_TYPE_COERCE', 'Value "many" is not int.'],
    [
      'too many',
      integer({ max: 5 }),
      6,
      'NUMBER_TYPE_MAX',
      'int value should be less than or equal to 5.',
    ],
    [
      'too few',
      integer({ min: 5 }),
      4,
      'NUMBER_TYPE_MIN',
      'int value should be greater than or equal to 5.',
    ],
    [
      'an id with letters',
      snowflake(),
      '12a',
      'NUMBER_TYPE_COERCE',
      'Value "12a" is not snowflake.',
    ],
    [
      'an id that lost digits',
      snowflake(),
      2 ** 60,
      'NUMBER_TYPE_COERCE',
      'Value "1152921504606847000" is not snowflake.',
    ],
    ['maybe', boolean(), 'maybe', 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.'],
    [
      'another choice',
      choice<string | number>('a', 1),
      'b',
      'BASE_TYPE_CHOICES',
      "Value must be one of ('a', 1).",
    ],
    [
      'no time',
      timestamp(),
      '12 o’clock',
      'DATE_TIME_TYPE_PARSE',
      'Could not parse 12 o’clock. Should be ISO8601.',
    ],
    [
      'no such day',
      timestamp(),
      '2030-13-01',
      'DATE_TIME_TYPE_PARSE',
      'Could not parse 2030-13-01. Should be ISO8601.',
    ],
    ['negative bits', permissionBits(), '-1', 'NUMBER_TYPE_COERCE', 'Value "-1" is not int.'],
    ['no address', url(), 'x', 'URL_TYPE_INVALID_URL', 'Not a well formed URL.'],
    ['no list', list(text()), 'a', 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType'],
    [
      'no object',
      dictionary(),
      [],
      'DICT_TYPE_CONVERT',
      'Only dictionaries may be used in a DictType',
    ],
    [
      'twice',
      uniqueSnowflakes(snowflake()),
      ['1', '1'],
      'SET_TYPE_ALREADY_CONTAINS_VALUE',
      'The set already contains this value',
    ],
  ])('%s is refused', (_, rule, value, code, message) => {
    expect(refusal(rule, value)).toEqual(at(code, message));
  });

  test('a scheme that is not allowed is named', () => {
    expect(refusal(url(), 'javascript:alert(1)')).toEqual(
      at(
        'URL_TYPE_INVALID_SCHEME',
        "Scheme \"javascript\" is not supported. Scheme must be one of ('http', 'https').",
      ),
    );
  });
});

describe('objects', () => {
  const rule = object({
    name: text(),
    tags: optional(list(object({ id: snowflake() }))),
    topic: nullish(text()),
  });

  test('what is absent stays absent, null stays null, and what is unknown goes', () => {
    expect(parse(rule, { name: 'a', topic: null, other: 1 })).toEqual({ name: 'a', topic: null });
  });

  test('errors are nested by key and index, all at once', () => {
    expect(refusal(rule, { tags: [{ id: '1' }, {}, 5], topic: [] })).toEqual({
      name: at('BASE_TYPE_REQUIRED', 'This field is required'),
      tags: {
        1: { id: at('BASE_TYPE_REQUIRED', 'This field is required') },
        2: at('MODEL_TYPE_CONVERT', 'Expected an object/dictionary.'),
      },
      topic: at('STRING_TYPE_CONVERT', 'Could not interpret "[]" as string.'),
    });
  });

  test('two errors in one place stand side by side', () => {
    const both: Rule<unknown> = (_, spot) => {
      spot.fail('A', 'a');
      return spot.fail('B', 'b');
    };
    expect(refusal(both, 1)).toEqual({
      _errors: [
        { code: 'A', message: 'a' },
        { code: 'B', message: 'b' },
      ],
    });
  });

  test('inherited fields are not read', () => {
    expect(refusal(object({ constructor: text() }), {})).toEqual({
      constructor: at('BASE_TYPE_REQUIRED', 'This field is required'),
    });
  });

  test('checks across fields run only on what could be read', () => {
    const seen: unknown[] = [];
    const across = () => seen.push('ran');
    expect(() => parse(rule, {}, across)).toThrow(ApiError);
    parse(rule, { name: 'a' }, across);
    expect(seen).toEqual(['ran']);
  });
});
