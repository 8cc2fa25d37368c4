import type { Environment } from '../settings.ts';
import {
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
  readonly value: boolean | string | readonly string[];
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
    if (value === undefined) {
      problems.push({ ...written, path: [], message: explainValue(setting, written.value) });
    } else {
      byKey.set(setting.key, { ...written, value });
    }
  }
  return { byKey, problems };
}

function fromFlag(setting: CommonSetting, flags: ConfigurationFlags): Written | undefined {
  const given = flags[setting.key];
  if (given === undefined) return undefined;
  const value = typeof given === 'object' ? given.join(',') : given;
  return { setting, origin: 'flag', where: setting.flag, value };
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
  const items = value.split(',').map((item) => item.trim());
  const present = items.filter((item) => item !== '');
  return present.length > 0 ? present : undefined;
}

function explainValue({ kind }: CommonSetting, value: boolean | string): string {
  if (kind === 'boolean') return `Expected true or false, got ${showValue(value)}.`;
  if (kind === 'text') return 'Has no value. Write one, or leave it out.';
  return `Expected names or ids with commas between them, got ${showValue(value)}.`;
}
