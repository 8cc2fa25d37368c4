import { toPrintable } from './secret-shape.ts';

/** Names of keys and positions in lists, from the top of the configuration. */
export type ConfigurationPath = readonly (string | number)[];

/** One thing that is wrong with the configuration. */
export interface Problem {
  readonly origin: 'file' | 'flag' | 'environment';
  /** `guildline.config.yaml:12:5`, `--read-only` or `GUILDLINE_READ_ONLY`. */
  readonly where: string;
  /** The key it is about; empty if it is about no single key. */
  readonly path: ConfigurationPath;
  /** What is wrong, and what would be right. */
  readonly message: string;
}

/** `guildline.config.yaml:12:5 approval.maximum_member: Unknown key.` */
export function formatProblem({ where, path, message }: Problem): string {
  const place = path.length === 0 ? where : `${where} ${formatPath(path)}`;
  return toPrintable(`${place}: ${message}`);
}

/** `groups.moderators.guilds[0]` */
function formatPath(path: ConfigurationPath): string {
  return path.map(formatPart).join('').replace(/^\./, '');
}

function formatPart(part: string | number): string {
  if (typeof part === 'number') return `[${part}]`;
  return /^[\w$-]{1,64}$/.test(part) ? `.${part}` : `[${showValue(part)}]`;
}

/** A value for a message: quoted, and not longer than a line bears. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a mapping';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 64 ? `${value.slice(0, 64)}…` : value);
}
