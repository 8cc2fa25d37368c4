import { list } from '../validate/collections.ts';
import { nullish, object, optional, type Rule } from '../validate/rule.ts';
import { boolean, choice, integer, snowflake, text, url } from '../validate/scalars.ts';
import type { Spot } from '../validate/spot.ts';

/** A component as it came in, checked field by field. */
export type Component = { readonly type: number } & Readonly<Record<string, unknown>>;

/** Reads a component of one of the types, and what is nested in it. */
export function componentRule(types: readonly number[]): Rule<Component> {
  return (value, spot) => {
    const type = typeof value === 'object' && value !== null && Reflect.get(value, 'type');
    if (typeof type !== 'number' || !types.includes(type)) {
      return spot.fail(
        'UNION_TYPE_CHOICES',
        `Value of field "type" must be one of (${types.join(', ')}).`,
      );
    }
    const rule = componentRules[type];
    return (rule ? { ...(rule(value, spot) as object), type } : { type }) as Component;
  };
}

const id = nullish(integer({ min: 0 }));
const emoji = object({
  id: nullish(snowflake()),
  name: nullish(text({ max: 32 })),
  animated: optional(boolean()),
});
const media = object({ url: url(['http', 'https', 'attachment']) });
const LINK = 5;
const PREMIUM = 6;

const buttonFields = object({
  id,
  style: choice(1, 2, 3, 4, LINK, PREMIUM),
  label: nullish(text({ max: 80 })),
  emoji: nullish(emoji),
  custom_id: nullish(text({ min: 1, max: 100 })),
  url: nullish(url(['http', 'https', 'discord'])),
  sku_id: nullish(snowflake()),
  disabled: nullish(boolean()),
});

const button: Rule<unknown> = (value, spot: Spot) => {
  const read = buttonFields(value, spot);
  const missing = read && missingButtonField(read);
  if (missing) spot.at(missing).fail('BASE_TYPE_REQUIRED', 'This field is required');
  return read;
};

function missingButtonField(read: ReturnType<typeof buttonFields>): string | undefined {
  if (read.style === PREMIUM) return read.sku_id ? undefined : 'sku_id';
  if (!read.label && !read.emoji) return 'label';
  if (read.style === LINK) return read.url ? undefined : 'url';
  return read.custom_id ? undefined : 'custom_id';
}

const selectFields = {
  id,
  custom_id: text({ min: 1, max: 100 }),
  placeholder: nullish(text({ max: 150 })),
  min_values: nullish(integer({ min: 0, max: 25 })),
  max_values: nullish(integer({ min: 1, max: 25 })),
  disabled: nullish(boolean()),
};

const preset = list(object({ id: snowflake(), type: choice('user', 'role', 'channel') }), {
  max: 25,
});
const entitySelect = object({
  ...selectFields,
  default_values: nullish(preset),
  channel_types: nullish(list(integer())),
});

const stringSelect = object({
  ...selectFields,
  options: list(
    object({
      label: text({ min: 1, max: 100 }),
      value: text({ min: 1, max: 100 }),
      description: optional(text({ max: 100 })),
      emoji: optional(emoji),
      default: optional(boolean()),
    }),
    { min: 1, max: 25 },
  ),
});

const described = {
  description: nullish(text({ min: 1, max: 1024 })),
  spoiler: nullish(boolean()),
};

/** What each type of component holds. Nested components are read when their parent is. */
const componentRules: Readonly<Record<number, Rule<unknown>>> = {
  1: object({ id, components: nested([2, 3, 5, 6, 7, 8], 5) }),
  2: button,
  3: stringSelect,
  5: entitySelect,
  6: entitySelect,
  7: entitySelect,
  8: entitySelect,
  9: object({
    id,
    components: nested([10], 3),
    accessory: (value, spot) => componentRule([2, 11])(value, spot),
  }),
  10: object({ id, content: text({ min: 1, max: 4000 }) }),
  11: object({ id, media, ...described }),
  12: object({ id, items: list(object({ media, ...described }), { min: 1, max: 10 }) }),
  13: object({ id, file: object({ url: url(['attachment']) }), spoiler: nullish(boolean()) }),
  14: object({ id, divider: nullish(boolean()), spacing: nullish(choice(1, 2)) }),
  17: object({
    id,
    accent_color: nullish(integer({ min: 0, max: 0xff_ff_ff })),
    spoiler: nullish(boolean()),
    components: nested([1, 9, 10, 12, 13, 14], 40),
  }),
};

function nested(types: readonly number[], max: number): Rule<unknown> {
  return (value, spot) => list(componentRule(types), { min: 1, max })(value, spot);
}
