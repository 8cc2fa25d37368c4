import * as z from 'zod';
import { permissionSet } from '../../schema/permission-set.ts';

/** What a role is made of and what can be changed of it, as arguments. */
export function roleArguments() {
  return {
    name: z.string().min(1).max(100).optional(),
    permissions: permissionSet()
      .describe('Names such as MANAGE_MESSAGES, or the bitfield as text.')
      .optional(),
    color: z.int().min(0).max(0xff_ff_ff).describe('RGB as one number; 0 is none.').optional(),
    hoist: z.boolean().describe('Show its members apart.').optional(),
    mentionable: z.boolean().optional(),
  };
}
