import type { Environment } from '../settings.ts';
import {
  aliasOf,
  type CommonKey,
  type CommonSetting,
  type ConfigurationFlags,
  commonSettings,
} from './common-settings.ts';
import { type Problem, showValue } from './problem.ts';

/** A common setting that a flag or an environment variable sets. */
export interface Override {
  readonly setting: CommonSetting;
  readonly origin: 'flag' | 'environment';
  /** The flag or the variable, as a person writes it. */
  readonly where: string;
  readonly value: boolean | number | string | readonly string[];
}

/** What flags and environment variables set, and what is wrong with them. */
export interface Overrides {
  readonly byKey: ReadonlyMap<CommonKey, Override>;
  readonly problems: readonly Problem[];
}

type Written = Omit<Override, 'value'> & { readonly value: boolean | string };

/** Reads the common settings: a flag wins over an environment variable. Blank variables are unset. */
export function readOverrides(flags: ConfigurationFlags, environment: Environment): Overrides {
  const byKey = new Map<CommonKey, Override>();
  const problems: Problem[] = [];
  for (const setting of commonSettings) {
    const written = fromFlag(setting, flags) ?? fromEnvironment(setting, environment);
    if (!written) continue;
    const value = parseValue(setting, written.value);
    problems.push(...checkAlias(setting, flags));
    if (value === undefined) {
      problems.push({ ...written, path: [], message: explainValue(setting, written.value) });
    } else {
      byKey.set(setting.key, { ...written, value });
    }
  }
  return { byKey, problems };
}

function fromFlag(setting: CommonSetting, flags: ConfigurationFlags): Written | undefined {
  const alias = aliasOf(setting);
  return (
    fromOneFlag(setting, setting.flag, flags[setting.key]) ??
    (alias && fromOneFlag(setting, alias.flag, flags[alias.key]))
  );
}

function fromOneFlag(
  setting: CommonSetting,
  flag: string,
  given: ConfigurationFlags[CommonKey],
): Written | undefined {
  if (given === undefined) return undefined;
  const value = typeof given === 'object' ? given.join(',') : given;
  return { setting, origin: 'flag', where: flag, value };
}

/** Two flags for one setting may be given both, if they say the same. */
function checkAlias(setting: CommonSetting, flags: ConfigurationFlags): Problem[] {
  const alias = aliasOf(setting);
  const [own, other] = [flags[setting.key], alias && flags[alias.key]];
  if (!alias || own === undefined || other === undefined) return [];
  const [one, two] = [own, other].map((given) => {
    const value = parseValue(setting, typeof given === 'object' ? given.join(',') : given);
    return [...new Set([value].flat())].sort().join(',');
  });
  if (one === two) return [];
  const message = `Says something else than ${setting.flag}, and both set the same. Give one of them.`;
  return [{ origin: 'flag', where: alias.flag, path: [], message }];
}

function fromEnvironment(setting: CommonSetting, environment: Environment): Written | undefined {
  const value = environment[setting.environment];
  if (value === undefined || value.trim() === '') return undefined;
  return { setting, origin: 'environment', where: setting.environment, value };
}

const truths: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

function parseValue(
  { kind }: CommonSetting,
  value: boolean | string,
): Override['value'] | undefined {
  if (kind === 'boolean') {
    return typeof value === 'boolean' ? value : truths[value.trim().toLowerCase()];
  }
  if (typeof value === 'boolean') return undefined;
  if (kind === 'text') return value.trim() === '' ? undefined : value;
  if (kind === 'number') return /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
  const items = value.split(',').map((item) => item.trim());
  const present = items.filter((item) => item !== '');
  return present.length > 0 ? present : undefined;
}

function explainValue({ kind }: CommonSetting, value: boolean | string): string {
  if (kind === 'boolean') return `Expected true or false, got ${showValue(value)}.`;
  if (kind === 'text') return 'Has no value. Write one, or leave it out.';
  if (kind === 'number') return `Expected a whole number, got ${showValue(value)}.`;
  return `Expected names or ids with commas between them, got ${showValue(value)}.`;
}
