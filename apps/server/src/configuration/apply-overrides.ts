import { checkConfiguration } from './check-configuration.ts';
import type { KnownNames } from './check-references.ts';
import { type CommonKey, commonSettings, type Origin } from './common-settings.ts';
import { findAll, valueAt, withValueAt } from './document-paths.ts';
import { type Problem, showValue } from './problem.ts';
import type { Override, Overrides } from './read-overrides.ts';

/** Checks flags and variables as the keys of the file that they stand for. */
export function checkOverrides(
  { byKey }: Overrides,
  known: (() => KnownNames) | undefined,
): Problem[] {
  return [...byKey.values()].flatMap(({ setting, origin, where, value }) => {
    if (!setting.path) return [];
    const issues = checkConfiguration(withValueAt({}, setting.path, value), known);
    return issues.map(({ message }) => ({ origin, where, path: [], message }));
  });
}

/** Checks that the chosen profile is one of the file's. `default` always is. */
export function checkProfile(plain: unknown, chosen: Override | undefined): Problem[] {
  if (!chosen) return [];
  const { origin, where, value } = chosen;
  const configured = findAll(plain, ['profiles', '*']).map(({ path }) => String(path.at(-1)));
  const names = [...new Set(['default', ...configured])];
  if (names.includes(String(value))) return [];
  const message = `No profile is named ${showValue(value)}. Profiles: ${names.join(', ')}.`;
  return [{ origin, where, path: [], message }];
}

/** The file's values with those of flags and variables in their place. */
export function applyOverrides(plain: unknown, { byKey }: Overrides): unknown {
  return [...byKey.values()].reduce(
    (merged, { setting, value }) =>
      setting.path ? withValueAt(merged, setting.path, value) : merged,
    plain,
  );
}

/** Where the value of each common setting comes from. */
export function findSources(
  plain: unknown,
  { byKey }: Overrides,
): Readonly<Record<CommonKey, Origin>> {
  const entries = commonSettings.map(({ key, path }): [CommonKey, Origin] => {
    const inFile = path !== undefined && valueAt(plain, path) !== undefined;
    return [key, byKey.get(key)?.origin ?? (inFile ? 'file' : 'default')];
  });
  return Object.freeze(Object.fromEntries(entries) as Record<CommonKey, Origin>);
}
