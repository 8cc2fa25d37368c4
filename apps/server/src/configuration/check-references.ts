import { suggest } from '@guildline/mcp-core';
import { checkUpstreams, withConfiguredNames } from './check-upstreams.ts';
import { type Found, findAll, valueAt } from './document-paths.ts';
import type { Issue } from './explain-issue.ts';
import { showValue } from './problem.ts';
import { isBotToken } from './secret-shape.ts';

/** The names that a configuration can use, beside those it makes itself. */
export interface KnownNames {
  readonly categories: Iterable<string>;
  readonly tools: Iterable<string>;
}

const listsOf = {
  category: [['categories'], ['groups', '*', 'categories']],
  tool: [['tools'], ['exclude_tools'], ['groups', '*', 'tools']],
  group: [
    ['callers', '*', 'groups'],
    ['local_user', 'groups'],
    ['upstreams', '*', 'groups'],
    ['record_files', 'groups'],
  ],
} as const;

type Kind = keyof typeof listsOf;

/**
 * What one value has to do with another, and with the tools that there are. Bears a configuration
 * that its schema refuses, so that every problem is found at once. `known` is asked only if a
 * category or a tool is named; without it their names are not looked at.
 */
export function checkReferences(plain: unknown, known: (() => KnownNames) | undefined): Issue[] {
  const groups = findAll(plain, ['groups', '*']).map(lastKey);
  const categories = findNames('category', plain);
  const approved = findAll(plain, ['approval', 'categories', '*']);
  const tools = findNames('tool', plain);
  const upstreams = findAll(plain, ['upstreams', '*']);
  const named = categories.length + approved.length + tools.length + upstreams.length > 0;
  const own = named ? known?.() : undefined;
  const names = own && withConfiguredNames(own, plain);
  return [
    ...checkNames('group', findNames('group', plain), groups),
    ...(names ? checkNames('category', categories, [...names.categories]) : []),
    ...(names ? checkApprovalCategories(approved, [...names.categories]) : []),
    ...(names ? checkNames('tool', tools, [...names.tools]) : []),
    ...checkTokenSources(plain),
    ...checkLiteralTokens(plain),
    ...checkReservedCaller(plain),
    ...checkUpstreams(plain, own),
  ];
}

function lastKey({ path }: Found): string {
  return String(path.at(-1));
}

function findNames(kind: Kind, plain: unknown): Found[] {
  return listsOf[kind].flatMap((pattern) => findAll(plain, [...pattern, '*']));
}

function checkNames(kind: Kind, found: readonly Found[], names: readonly string[]): Issue[] {
  return found.flatMap(({ path, value }) => {
    if (typeof value !== 'string' || names.includes(value)) return [];
    return [{ path, at: 'value' as const, message: explainUnknown(kind, value, names) }];
  });
}

function checkApprovalCategories(found: readonly Found[], names: readonly string[]): Issue[] {
  return found.flatMap((place) => {
    const name = lastKey(place);
    if (names.includes(name)) return [];
    const message = explainUnknown('category', name, names);
    return [{ path: place.path, at: 'key' as const, message }];
  });
}

function explainUnknown(kind: Kind, name: string, names: readonly string[]): string {
  const meant = suggest(name, names);
  const start = `No ${kind} is named ${showValue(name)}.`;
  if (meant) return `${start} Did you mean "${meant}"?`;
  if (kind === 'tool') return `${start} "guildline tools" lists them.`;
  if (names.length === 0) return `${start} Describe it under "groups".`;
  const shown = names.toSorted().slice(0, 40).join(', ');
  return `${start} There ${names.length === 1 ? 'is' : 'are'}: ${shown}.`;
}

function checkTokenSources(plain: unknown): Issue[] {
  return findAll(plain, ['profiles', '*']).flatMap(({ path, value }) => {
    const both = ['token_file', 'token_env'].every((key) => valueAt(value, [key]) !== undefined);
    if (!both) return [];
    return [
      {
        path: [...path, 'token_env'],
        at: 'key' as const,
        message: 'A profile has token_file or token_env, not both. Keep one.',
      },
    ];
  });
}

/** The value is not shown: it is the secret. */
function checkLiteralTokens(plain: unknown): Issue[] {
  return Object.entries({
    token_file: 'names a file that holds it',
    token_env: 'names an environment variable that holds it',
  }).flatMap(([key, meaning]) =>
    findAll(plain, ['profiles', '*', key])
      .filter(({ value }) => typeof value === 'string' && isBotToken(value.trim()))
      .map(({ path }) => ({
        path,
        at: 'value' as const,
        message: `This is a bot token, and ${key} ${meaning}. A token is never written here: editors, backups and version control read this file. Reset the token in the Developer Portal if others could read it.`,
      })),
  );
}

function checkReservedCaller(plain: unknown): Issue[] {
  if (valueAt(plain, ['callers', 'local']) === undefined) return [];
  const message = '"local" is whoever starts the server. Write "local_user" beside "callers".';
  return [{ path: ['callers', 'local'], at: 'key', message }];
}
