import { suggest } from '@guildline/mcp-core';
import type * as z from 'zod';
import { valueAt } from './document-paths.ts';
import { type ConfigurationPath, showValue } from './problem.ts';

/** One thing that is wrong with a value, or with the key before it. */
export interface Issue {
  readonly path: ConfigurationPath;
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** What an explanation can look at. */
export interface IssueContext {
  /** What was checked. */
  readonly plain: unknown;
  /** The text of a scalar that was read as something else than text. */
  readonly sourceOf: (path: ConfigurationPath) => string | undefined;
  /** The keys that the schema knows at a path. */
  readonly keysAt: (path: ConfigurationPath) => readonly string[];
}

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'a mapping (key: value)',
  record: 'a mapping (key: value)',
};

/** Says in plain words what the schema found, and what would be right. */
export function explainIssue(issue: z.core.$ZodIssue, context: IssueContext): Issue[] {
  const path = issue.path as ConfigurationPath;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        at: 'key',
        message: explainUnknownKey(key, context.keysAt(path)),
      }));
    case 'invalid_key':
      return [{ path, at: 'key', message: issue.issues[0]?.message ?? issue.message }];
    case 'invalid_type':
      return [explainType(issue.expected, path, context)];
    case 'invalid_value':
      return [
        { path, at: 'value', message: explainChoice(issue.values, valueAt(context.plain, path)) },
      ];
    case 'too_small':
    case 'too_big':
      return [{ path, at: 'value', message: explainSize(issue, valueAt(context.plain, path)) }];
    default:
      return [
        {
          path,
          at: 'value',
          message: `${issue.message} Got ${showValue(valueAt(context.plain, path))}.`,
        },
      ];
  }
}

const secretKey = /token|secret|password/i;

function explainUnknownKey(key: string, known: readonly string[]): string {
  if (secretKey.test(key)) {
    return 'A secret is never written here: editors, backups and version control read this file. Put the token into a file of its own and name that with profiles.<name>.token_file, or name an environment variable with token_env.';
  }
  const meant = suggest(key, known);
  const hint = meant ? `Did you mean "${meant}"?` : `Keys here: ${known.join(', ')}.`;
  return `Unknown key. ${hint}`;
}

function explainType(expected: string, path: ConfigurationPath, context: IssueContext): Issue {
  const value = valueAt(context.plain, path);
  const wanted = words[expected] ?? expected;
  if (value === null) {
    const message = `Has no value. Expected ${wanted}; write one, or remove the key.`;
    return { path, at: 'key', message };
  }
  const message = explainValue(expected, wanted, value, context.sourceOf(path));
  return { path, at: 'value', message };
}

function explainValue(
  expected: string,
  wanted: string,
  value: unknown,
  source: string | undefined,
): string {
  if (value === undefined) return `Missing. Expected ${wanted}.`;
  if (expected === 'string' && typeof value === 'number') {
    return `Expected a text, and without quotes this is a number, which loses digits. Quote it: "${source ?? value}".`;
  }
  if (expected === 'string' && typeof value === 'boolean') {
    return `Expected a text, and without quotes this is true or false. Quote it: "${source ?? value}".`;
  }
  if (expected === 'array' && typeof value !== 'object') {
    return `Expected a list. Write [${showValue(source ?? value)}].`;
  }
  return `Expected ${wanted}, got ${source ?? showValue(value)}.`;
}

function explainChoice(choices: readonly unknown[], value: unknown): string {
  const names = choices.map(String);
  const meant = typeof value === 'string' ? suggest(value, names) : undefined;
  const hint = meant ? ` Did you mean "${meant}"?` : '';
  const last = names.pop();
  return `Expected ${names.join(', ')} or ${last}, got ${showValue(value)}.${hint}`;
}

function explainSize(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  value: unknown,
): string {
  // A text that is too short has its own words in the schema.
  if (issue.origin === 'string') return issue.message;
  const limit =
    issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  return `Expected a whole number of ${limit}, got ${showValue(value)}.`;
}
