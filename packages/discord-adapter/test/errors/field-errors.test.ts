import { expect, test } from 'vitest';
import { flattenFieldErrors, formatFieldErrors } from '../../src/errors/field-errors.ts';

const error = (message: string, code = 'BASE_TYPE_REQUIRED') => ({
  _errors: [{ code, message }],
});

test("Discord's nested errors become one line per field", () => {
  const fields = flattenFieldErrors({
    name: error('This field is required'),
    embeds: { '0': { fields: { '12': { value: error('Must be 1024 or fewer in length.') } } } },
  });
  expect(fields).toEqual([
    { path: 'name', message: 'This field is required', code: 'BASE_TYPE_REQUIRED' },
    {
      path: 'embeds[0].fields[12].value',
      message: 'Must be 1024 or fewer in length.',
      code: 'BASE_TYPE_REQUIRED',
    },
  ]);
  expect(formatFieldErrors(fields)).toBe(
    'name: This field is required\nembeds[0].fields[12].value: Must be 1024 or fewer in length.',
  );
});

test('an error of the whole request has no path', () => {
  const fields = flattenFieldErrors({ _errors: [{ code: 'X', message: 'Too much.' }] });
  expect(fields).toEqual([{ path: '', message: 'Too much.', code: 'X' }]);
  expect(formatFieldErrors(fields)).toBe('Too much.');
});

test('codes may be numbers, and what is no error object is told as it is', () => {
  expect(flattenFieldErrors({ a: { _errors: [{ code: 7 }, 'odd', null] }, b: 'plain' })).toEqual([
    { path: 'a', message: 'Invalid.', code: '7' },
    { path: 'a', message: 'odd', code: '' },
    { path: 'a', message: 'null', code: '' },
    { path: 'b', message: 'plain', code: '' },
  ]);
});

test.each([undefined, null, 3, 'text', [], {}])(
  '%j holds no field errors beyond itself',
  (errors) => {
    expect(flattenFieldErrors(errors)).toEqual(
      typeof errors === 'string' ? [{ path: '', message: 'text', code: '' }] : [],
    );
  },
);

test('an answer that nests without end, or lists without end, is cut', () => {
  let deep: Record<string, unknown> = error('deepest');
  for (let depth = 0; depth < 10_000; depth += 1) deep = { a: deep };
  expect(flattenFieldErrors(deep)).toEqual([]);
  const wide = { a: { _errors: Array.from({ length: 1_000 }, () => ({ message: 'x' })) } };
  const fields = flattenFieldErrors(wide);
  expect(fields).toHaveLength(100);
  expect(formatFieldErrors(fields).split('\n')).toHaveLength(26);
  expect(formatFieldErrors(fields)).toMatch(/… and 75 more$/);
});
