import type { Rule } from './rule.ts';
import { checkLength, type Range } from './scalars.ts';

/** A list whose items all fit one rule. */
export function list<Value>(item: Rule<Value>, range: Range = {}): Rule<Value[]> {
  return (value, spot) => {
    if (!Array.isArray(value)) {
      return spot.fail('LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
    }
    checkLength(value.length, range, spot);
    return value.map((each, index) => item(each, spot.at(index)));
  };
}

/** An object whose content is passed on as it is. */
export function dictionary(): Rule<Record<string, unknown>> {
  return (value, spot) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : spot.fail('DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType');
}

/** A list of ids; one that stands twice is refused. */
export function uniqueSnowflakes(item: Rule<string>, range: Range = {}): Rule<string[]> {
  const read = list(item, range);
  return (value, spot) => {
    const ids = read(value, spot);
    if (ids && new Set(ids).size !== ids.length) {
      spot.fail('SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value');
    }
    return ids;
  };
}
