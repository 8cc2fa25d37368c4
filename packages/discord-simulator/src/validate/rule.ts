import { Spot } from './spot.ts';

/** Reads one value of a request. What does not fit is noted at the spot. */
export type Rule<Value> = (value: unknown, spot: Spot) => Value;

/** A rule for a field that may be absent. */
export type OptionalRule<Value> = Rule<Value | undefined> & { readonly optional: true };

export type Output<SomeRule> = SomeRule extends (value: unknown, spot: Spot) => infer Value
  ? Value
  : never;

type OptionalKeys<Shape> = {
  [Key in keyof Shape]: Shape[Key] extends { readonly optional: true } ? Key : never;
}[keyof Shape];

/** The object that a shape of rules reads. */
export type Parsed<Shape> = {
  [Key in Exclude<keyof Shape, OptionalKeys<Shape>>]: Output<Shape[Key]>;
} & { [Key in OptionalKeys<Shape>]?: Exclude<Output<Shape[Key]>, undefined> };

export type Shape = Readonly<Record<string, Rule<unknown>>>;

export function optional<Value>(rule: Rule<Value>): OptionalRule<Value> {
  const read = (value: unknown, spot: Spot) =>
    value === undefined ? undefined : rule(value, spot);
  return Object.assign(read, { optional: true as const });
}

/** Absent or null; null is passed on, because in a `PATCH` it resets the field. */
export function nullish<Value>(rule: Rule<Value>): OptionalRule<Value | null> {
  return optional(nullable(rule));
}

export function nullable<Value>(rule: Rule<Value>): Rule<Value | null> {
  return (value, spot) => (value === null ? null : rule(value, spot));
}

/** An object with these fields. Fields it does not know are ignored, as Discord does. */
export function object<const Fields extends Shape>(fields: Fields): Rule<Parsed<Fields>> {
  return (value, spot) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return spot.fail('MODEL_TYPE_CONVERT', 'Expected an object/dictionary.');
    }
    const source = value as Record<string, unknown>;
    const result: Record<string, unknown> = {};
    for (const [key, rule] of Object.entries(fields)) {
      const given = Object.hasOwn(source, key) ? source[key] : undefined;
      if (given === undefined && !('optional' in rule)) {
        spot.at(key).fail('BASE_TYPE_REQUIRED', 'This field is required');
        continue;
      }
      const read = rule(given, spot.at(key));
      if (read !== undefined) result[key] = read;
    }
    return result as Parsed<Fields>;
  };
}

/** Reads a value; throws Discord's `Invalid Form Body` with every problem in it. */
export function parse<Value>(
  rule: Rule<Value>,
  value: unknown,
  more?: (value: Value, spot: Spot) => void,
): Value {
  const spot = new Spot();
  const read = rule(value, spot);
  spot.settle();
  more?.(read, spot);
  spot.settle();
  return read;
}
