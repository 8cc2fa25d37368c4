import { redactText } from '@guildline/mcp-core';
import type { KnownNames } from './check-references.ts';
import { type Found, findAll, valueAt } from './document-paths.ts';
import type { Issue } from './explain-issue.ts';
import { showValue } from './problem.ts';
import { isToolName, toUpstreamToolName } from './upstream-tool-name.ts';

/** A tool that the configuration offers of an upstream, however wrong the rest is. */
interface OfferedTool {
  readonly name: string;
  readonly place: Found;
}

/** What one value of `upstreams` has to do with another, and with the tools that there are. */
export function checkUpstreams(plain: unknown, names: KnownNames | undefined): Issue[] {
  const upstreams = findAll(plain, ['upstreams', '*']);
  return [
    ...upstreams.flatMap((place) => [
      ...checkAddress(place),
      ...checkName(place, names),
      ...checkPaging(place),
    ]),
    ...checkToolNames(findOfferedTools(plain), names),
    ...checkSources(plain),
  ];
}

/** The names that a configuration makes itself, beside those that there are anyway. */
export function withConfiguredNames(names: KnownNames, plain: unknown): KnownNames {
  const upstreams = findAll(plain, ['upstreams', '*']).map(({ path }) => String(path.at(-1)));
  const readsFiles = valueAt(plain, ['record_files']) !== undefined;
  return {
    categories: [...names.categories, ...upstreams, ...(readsFiles ? ['files'] : [])],
    tools: [
      ...names.tools,
      ...findOfferedTools(plain).map(({ name }) => name),
      ...(readsFiles ? ['files_read_csv', 'files_read_json_lines'] : []),
    ],
  };
}

function findOfferedTools(plain: unknown): OfferedTool[] {
  return findAll(plain, ['upstreams', '*', 'tools', '*']).map((place) => {
    const renamed = valueAt(place.value, ['name']);
    const [, upstream, , tool] = place.path;
    const name = typeof renamed === 'string' ? renamed : undefined;
    return { name: toUpstreamToolName(String(upstream), String(tool), name), place };
  });
}

function checkAddress({ path, value }: Found): Issue[] {
  if (typeof value !== 'object' || value === null) return [];
  const has = (key: string): boolean => valueAt(value, [key]) !== undefined;
  if (has('command') && has('url')) {
    return [toIssue([...path, 'url'], 'An upstream has command or url, not both. Keep one.')];
  }
  if (!has('command') && !has('url')) {
    return [
      toIssue(path, 'Says neither command (a program to start) nor url (an address). Write one.'),
    ];
  }
  const [owner, others] = has('url')
    ? (['command', ['args', 'cwd', 'env']] as const)
    : (['url', ['headers_from']] as const);
  const odd = others.filter(has).map((key) => {
    return toIssue([...path, key], `Belongs to ${owner}, and this upstream has none. Remove it.`);
  });
  return [...odd, ...checkPlainAddress(path, value), ...checkWrittenSecrets(path, value)];
}

/** What stands in process lists and addresses is seen by many. */
function checkWrittenSecrets(path: Found['path'], value: object): Issue[] {
  const places = [...findAll(value, ['args', '*']), ...findAll(value, ['url'])];
  return places.flatMap(({ path: inner, value: text }) => {
    if (typeof text !== 'string') return [];
    if (redactText(text) === text && !secretFlag.test(text)) return [];
    const message = `A secret is never written here. Hand it over with ${inner[0] === 'url' ? 'headers_from' : 'env'}.`;
    return [{ path: [...path, ...inner], at: 'value' as const, message }];
  });
}

/** Credentials are not sent in the clear, but to this machine. */
function checkPlainAddress(path: Found['path'], value: object): Issue[] {
  const url = valueAt(value, ['url']);
  if (typeof url !== 'string' || valueAt(value, ['headers_from']) === undefined) return [];
  if (!URL.canParse(url)) return [];
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'http:' || isLocal) return [];
  const message = 'Headers would be sent unencrypted. Use an address that begins with https://.';
  return [{ path: [...path, 'url'], at: 'value', message }];
}

function checkName({ path }: Found, names: KnownNames | undefined): Issue[] {
  const name = String(path.at(-1));
  const reserved = [...(names?.categories ?? []), 'files', 'inline'];
  if (!reserved.includes(name)) return [];
  const message = `${showValue(name)} is a category of this server's own tools. Choose another name.`;
  return [toIssue(path, message)];
}

function checkToolNames(tools: readonly OfferedTool[], names: KnownNames | undefined): Issue[] {
  const taken = new Set(names?.tools ?? []);
  return tools.flatMap(({ name, place }) => {
    if (!isToolName(name)) {
      const message = `The tool would be named ${showValue(name)}, and a name has 3 to 40 small letters, digits and "_". Give it another with "name".`;
      return [toIssue(place.path, message)];
    }
    if (taken.has(name)) {
      const message = `Another tool is named ${showValue(name)} already. Give this one another name with "name".`;
      return [toIssue(place.path, message)];
    }
    taken.add(name);
    return [];
  });
}

function checkPaging({ path, value }: Found): Issue[] {
  return findAll(value, ['tools', '*']).flatMap(({ path: inner, value: tool }) => {
    const at = (key: string): Found['path'] => [...path, ...inner, key];
    const effect = valueAt(tool, ['effect']);
    const issues: Issue[] = [];
    if (valueAt(tool, ['cursor']) !== undefined && valueAt(tool, ['list']) === undefined) {
      issues.push(
        toIssue(at('cursor'), 'Belongs to list: the key of the result with the records.'),
      );
    }
    if (valueAt(tool, ['list']) !== undefined && effect !== 'read') {
      issues.push(
        toIssue(at('list'), 'Only a read can give the records of a pipeline. Write effect: read.'),
      );
    }
    if (valueAt(tool, ['reusable']) === true && effect !== 'read') {
      issues.push(toIssue(at('reusable'), 'Only a read is asked once. Write effect: read.'));
    }
    if (valueAt(tool, ['destructive']) === true && effect === 'read') {
      issues.push(toIssue(at('destructive'), 'A read destroys nothing. Keep one of the two.'));
    }
    return issues;
  });
}

/** A value that looks like a secret is not shown: it may be one. */
function checkSources(plain: unknown): Issue[] {
  const places = [
    ...findAll(plain, ['upstreams', '*', 'env', '*']),
    ...findAll(plain, ['upstreams', '*', 'headers_from', '*']),
  ];
  return places.flatMap(({ path, value }) => {
    if (value === null) return [];
    if (typeof value !== 'object') return [{ path, at: 'value' as const, message: notWritten }];
    const variable = valueAt(value, ['env']);
    if (typeof variable === 'string' && !/^[A-Za-z_]\w*$/.test(variable)) {
      return [{ path: [...path, 'env'], at: 'value' as const, message: notWritten }];
    }
    const given = ['env', 'file', 'value'].filter((key) => valueAt(value, [key]) !== undefined);
    if (given.length !== 1) {
      return [toIssue(path, 'Says where its value is with one of env, file and value.')];
    }
    return checkLiteral([...path, 'value'], String(path.at(-1)), valueAt(value, ['value']));
  });
}

const secretFlag = /^--?[\w-]*(?:token|secret|passw(?:or)?d|api[_-]?key)=./i;
const notWritten =
  'Expected where the value is: { env: NAME_OF_A_VARIABLE }, { file: path }, or { value: text } if it is no secret. What stands here is not shown, as it may be one.';
const secretName = /token|secret|passw|authorization|credential|cookie|api[_-]?key/i;

function checkLiteral(path: Found['path'], key: string, value: unknown): Issue[] {
  if (typeof value !== 'string') return [];
  if (!secretName.test(key) && redactText(value) === value) return [];
  const message =
    'A secret is never written here: editors, backups and version control read this file. Name an environment variable with env, or a file with file.';
  return [{ path, at: 'value', message }];
}

function toIssue(path: Found['path'], message: string): Issue {
  return { path, at: 'key', message };
}
