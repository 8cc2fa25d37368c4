import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';

/** The files of one chain, as they lie in the folder. */
export interface ChainFiles {
  readonly chain: string;
  /** Numbers of its files, ascending. */
  readonly numbers: readonly number[];
  readonly hasHead: boolean;
}

const namePattern = /^audit-(\d{8}T\d{9}Z-[0-9a-f]{16})\.(?:([1-9]\d{0,8})\.jsonl|head\.json)$/;

/** A name for a chain that no other has, and that sorts by when it began: `20300101T000000000Z-…`. */
export function createChainName(startedAt: number): string {
  const time = new Date(startedAt).toISOString().replaceAll(/[-:.]/g, '');
  return `${time}-${randomBytes(8).toString('hex')}`;
}

/** When a chain began, in milliseconds since the epoch. */
export function startOfChain(chain: string): number {
  const [, date, clock, milliseconds] = /^(\d{8})T(\d{6})(\d{3})Z/.exec(chain) ?? [];
  if (date === undefined || clock === undefined) return Number.NaN;
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3');
  return Date.parse(`${day}T${clock.replace(/(..)(..)(..)/, '$1:$2:$3')}.${milliseconds}Z`);
}

export function toFileName(chain: string, number: number): string {
  return `audit-${chain}.${number}.jsonl`;
}

export function toHeadName(chain: string): string {
  return `audit-${chain}.head.json`;
}

/** The chains of a folder in the order in which they began. None if there is no such folder. */
export async function listChains(folder: string): Promise<ChainFiles[]> {
  const found = new Map<string, { numbers: number[]; hasHead: boolean }>();
  for (const name of await namesIn(folder)) {
    const [, chain, number] = namePattern.exec(name) ?? [];
    if (chain === undefined) continue;
    const files = found.get(chain) ?? { numbers: [], hasHead: false };
    if (number === undefined) files.hasHead = true;
    else files.numbers.push(Number(number));
    found.set(chain, files);
  }
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([chain, { numbers, hasHead }]) => ({
      chain,
      numbers: numbers.sort((one, other) => one - other),
      hasHead,
    }));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
