import * as z from 'zod';
import { timestamp } from '../../schema/timestamp.ts';
import { createdAt } from '../created-since.ts';
import type { Suspect } from './candidate.ts';
import { createNameTest, hasLiteral } from './name-pattern.ts';

const hour = 3_600_000;
const longestSpan = { minutes: 525_600, hours: 87_600 };

/** What can be asked of a member; whoever is meant has to meet all that is given. */
export function criteriaShape() {
  return {
    joined_after: timestamp().optional(),
    joined_within_minutes: z.int().min(1).max(longestSpan.minutes).optional(),
    account_younger_than_hours: z.int().min(1).max(longestSpan.hours).optional(),
    name_pattern: z
      .string()
      .min(1)
      .max(100)
      .refine(hasLiteral, { error: 'Only wildcards: that fits every name.' })
      .describe('Whole username, display name or nickname; * any text, ? one character.')
      .optional(),
    no_avatar: z.boolean().optional(),
    without_roles: z.boolean().optional(),
  };
}

/** The arguments of {@link criteriaShape} after they were parsed. */
export type Criteria = z.output<z.ZodObject<ReturnType<typeof criteriaShape>>>;

/** Refuses criteria that say nothing. */
export function requireCriterion<Schema extends z.ZodObject>(schema: Schema): Schema {
  const names = Object.keys(criteriaShape());
  return schema.refine((args) => names.some((name) => isGiven(args[name])), {
    error: `Give at least one criterion: ${names.join(', ')}.`,
  });
}

/** One criterion that was given. */
export interface CriterionTest {
  readonly name: keyof Criteria;
  readonly isMet: (suspect: Suspect) => boolean;
}

/**
 * The criteria as tests, in the order of the arguments.
 *
 * @param now Milliseconds since the epoch, from which `within` and `younger` count.
 */
export function toCriterionTests(criteria: Criteria, now: number): readonly CriterionTest[] {
  return makers.flatMap(([name, make]): CriterionTest[] => {
    const value = criteria[name];
    return isGiven(value) ? [{ name, isMet: make(value as never, now) }] : [];
  });
}

/** True if a suspect meets every criterion. */
export function meetsAll(suspect: Suspect, tests: readonly CriterionTest[]): boolean {
  return tests.every(({ isMet }) => isMet(suspect));
}

/** `no_avatar: false` asks for nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

type MakeTest = (value: never, now: number) => CriterionTest['isMet'];

const makers: readonly (readonly [keyof Criteria, MakeTest])[] = [
  ['joined_after', (time: string) => joinedSince(Date.parse(time))],
  ['joined_within_minutes', (minutes: number, now) => joinedSince(now - minutes * 60_000)],
  [
    'account_younger_than_hours',
    (hours: number, now) => {
      const earliest = now - hours * hour;
      return ({ user_id }) => createdAt(user_id) > earliest;
    },
  ],
  [
    'name_pattern',
    (pattern: string) => {
      const fits = createNameTest(pattern);
      return ({ username, global_name, nick }) =>
        [username, global_name, nick].some((name) => name !== null && fits(name));
    },
  ],
  [
    'no_avatar',
    () =>
      ({ has_avatar }) =>
        !has_avatar,
  ],
  [
    'without_roles',
    () =>
      ({ role_count }) =>
        role_count === 0,
  ],
];

function joinedSince(earliest: number): CriterionTest['isMet'] {
  return ({ joined_at }) => joined_at !== null && Date.parse(joined_at) >= earliest;
}
