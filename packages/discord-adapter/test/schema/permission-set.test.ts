import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { permissionSet, toPermissionBits } from '../../src/schema/permission-set.ts';

const messagesOf = (value: unknown) =>
  permissionSet()
    .safeParse(value)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a set of permissions', () => {
  test.each([
    [['MANAGE_MESSAGES', 'KICK_MEMBERS'], '8194'],
    [[], '0'],
    ['["MANAGE_MESSAGES", "KICK_MEMBERS"]', '8194'],
    ['8194', '8194'],
    ['0008', '8'],
    [['BYPASS_SLOWMODE'], '4503599627370496'],
    ['18446744073709551615', '18446744073709551615'],
  ])('%j becomes %s, without losing a digit', (value, bits) => {
    expect(toPermissionBits(permissionSet().parse(value))).toBe(bits);
  });

  test('a name in another spelling is refused with the right one', () => {
    expect(messagesOf(['KICK_MEMBERS', 'Manage Messages'])).toEqual([
      ['1', '"Manage Messages" is not a permission. Write MANAGE_MESSAGES.'],
    ]);
  });

  test.each([['constructor'], ['__proto__'], ['KICK']])('%s is not a permission', (name) => {
    expect(messagesOf([name])?.[0]?.[0]).toBe('0');
  });

  test.each(['-1', '1e3', '0x8', '', 'MANAGE_MESSAGES', '[', '[8]', '1'.repeat(21)])(
    '"%s" is not a bitfield',
    (text) => {
      expect(messagesOf(text)).toEqual([
        ['', 'Not a bitfield: a decimal string of digits, or else an array of names.'],
      ]);
    },
  );

  test('a number is refused, because it would lose digits', () => {
    expect(messagesOf(8)).toEqual([
      ['', 'Expected an array of permission names, or the bitfield as a decimal string.'],
    ]);
  });

  test('it is published as an array or a string', () => {
    const { anyOf } = z.toJSONSchema(permissionSet(), { io: 'input' });
    expect(anyOf).toEqual([{ type: 'array', items: { type: 'string' } }, { type: 'string' }]);
  });
});
