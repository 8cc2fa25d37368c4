import type { Rule } from './rule.ts';
import type { Spot } from './spot.ts';

/** Lengths or values that are allowed, both ends included. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

const INTEGER = /^-?\d{1,16}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?([zZ]|[+-]\d\d:?\d\d)?)?$/;

/** Text; surrounding white space does not count and is taken off. */
export function text(range: Range = {}): Rule<string> {
  return (value, spot) => {
    if (typeof value !== 'string' && typeof value !== 'number') {
      return spot.fail(
        'STRING_TYPE_CONVERT',
        `Could not interpret "${JSON.stringify(value)}" as string.`,
      );
    }
    const trimmed = String(value).trim();
    checkLength([...trimmed].length, range, spot);
    return trimmed;
  };
}

/** Notes a length outside the range, in the words Discord has for it. */
export function checkLength(length: number, { min, max }: Range, spot: Spot): void {
  const short = min !== undefined && length < min;
  const long = max !== undefined && length > max;
  if (!short && !long) return;
  if (min !== undefined && max !== undefined) {
    if (length === 0 && short && min === 1) {
      spot.fail('BASE_TYPE_REQUIRED', 'This field is required');
      return;
    }
    spot.fail('BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`);
  } else if (long) spot.fail('BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
  else spot.fail('BASE_TYPE_MIN_LENGTH', `Must be ${min} or more in length.`);
}

/** A whole number; digits in a string are taken too, as Discord takes them. */
export function integer(range: Range = {}): Rule<number> {
  return (value, spot) => {
    const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      return spot.fail('NUMBER_TYPE_COERCE', `Value "${display(value)}" is not int.`);
    }
    if (range.max !== undefined && number > range.max) {
      return spot.fail(
        'NUMBER_TYPE_MAX',
        `int value should be less than or equal to ${range.max}.`,
      );
    }
    if (range.min !== undefined && number < range.min) {
      return spot.fail(
        'NUMBER_TYPE_MIN',
        `int value should be greater than or equal to ${range.min}.`,
      );
    }
    return number;
  };
}

export function snowflake(): Rule<string> {
  return (value, spot) => {
    const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof digits === 'string' && /^(0|[1-9]\d{0,19})$/.test(digits)) return digits;
    return spot.fail('NUMBER_TYPE_COERCE', `Value "${display(value)}" is not snowflake.`);
  };
}

/** True or false; the words are taken as well, for query strings. */
export function boolean(): Rule<boolean> {
  return (value, spot) => {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'True' || value === '1') return true;
    if (value === 'false' || value === 'False' || value === '0') return false;
    return spot.fail('BOOLEAN_TYPE_CONVERT', 'Must be either true or false.');
  };
}

/** One of these values. */
export function choice<const Value extends string | number>(
  ...values: readonly Value[]
): Rule<Value> {
  return (value, spot) => {
    const found = values.find((candidate) => candidate === value || String(candidate) === value);
    if (found !== undefined) return found;
    const listed = values.map((each) => (typeof each === 'string' ? `'${each}'` : each)).join(', ');
    return spot.fail('BASE_TYPE_CHOICES', `Value must be one of (${listed}).`);
  };
}

/** A time as ISO 8601; read to Discord's form, see {@link toTimestamp}. */
export function timestamp(): Rule<string> {
  return (value, spot) => {
    const time =
      typeof value === 'string' && TIMESTAMP.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(time)) {
      return spot.fail(
        'DATE_TIME_TYPE_PARSE',
        `Could not parse ${display(value)}. Should be ISO8601.`,
      );
    }
    return toTimestamp(time);
  };
}

/** Epoch milliseconds in the form Discord writes times: six digits after the second, or none for a whole one. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace(/(\.000)?Z$/, (fraction) => (fraction === 'Z' ? '000+00:00' : '+00:00'));
}

/** A permission bit field: a decimal string or a safe integer. */
export function permissionBits(): Rule<bigint> {
  return (value, spot) => {
    const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof digits === 'string' && /^\d{1,20}$/.test(digits)) return BigInt(digits);
    return spot.fail('NUMBER_TYPE_COERCE', `Value "${display(value)}" is not int.`);
  };
}

/** A web address. */
export function url(schemes: readonly string[] = ['http', 'https']): Rule<string> {
  return (value, spot) => {
    if (typeof value !== 'string' || !URL.canParse(value)) {
      return spot.fail('URL_TYPE_INVALID_URL', 'Not a well formed URL.');
    }
    const scheme = new URL(value).protocol.slice(0, -1);
    if (schemes.includes(scheme)) return value;
    const listed = schemes.map((each) => `'${each}'`).join(', ');
    return spot.fail(
      'URL_TYPE_INVALID_SCHEME',
      `Scheme "${scheme}" is not supported. Scheme must be one of (${listed}).`,
    );
  };
}

function display(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
