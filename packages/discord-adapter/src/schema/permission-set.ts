import * as z from 'zod';
import { toPermissionBits as combine, isPermissionName } from '../permissions/permission-names.ts';

/** Permissions as an argument: an array of Discord's names, or the bitfield as a decimal string. */
export function permissionSet() {
  return z
    .union([z.array(z.string()), z.string()], {
      error: 'Expected an array of permission names, or the bitfield as a decimal string.',
    })
    .superRefine((value, context) => {
      for (const [index, message] of problems(value)) {
        context.addIssue({ code: 'custom', path: index === undefined ? [] : [index], message });
      }
    });
}

/** An accepted set of permissions as Discord wants it: a decimal string. */
export function toPermissionBits(value: z.output<ReturnType<typeof permissionSet>>): string {
  const bits = unwrap(value);
  return String(typeof bits === 'string' ? BigInt(bits) : combine(bits));
}

/** Many clients send an array as JSON text, which the union cannot tell from a bitfield by its type. */
function unwrap(value: string | readonly string[]): string | readonly string[] {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value;
  try {
    return z.array(z.string()).parse(JSON.parse(value));
  } catch {
    return value;
  }
}

function problems(given: string | readonly string[]): [number | undefined, string][] {
  const value = unwrap(given);
  if (typeof value === 'string') {
    return /^\d{1,20}$/.test(value)
      ? []
      : [[undefined, 'Not a bitfield: a decimal string of digits, or else an array of names.']];
  }
  return value.flatMap((name, index): [number, string][] => {
    if (isPermissionName(name)) return [];
    const meant = name
      .trim()
      .toUpperCase()
      .replace(/[\s-]+/g, '_');
    const hint = isPermissionName(meant)
      ? `Write ${meant}.`
      : "Use Discord's own names, such as MANAGE_MESSAGES.";
    return [[index, `"${name}" is not a permission. ${hint}`]];
  });
}
