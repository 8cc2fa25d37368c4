import { readHead } from './chain-head.ts';
import { listChains } from './chain-names.ts';
import type { Position, SealKeys } from './seal.ts';

/** How far another chain had come when this one began. */
export interface SeenChain extends Position {
  readonly chain: string;
}

/** How many a chain remembers: any one of so many later chains gives the removal of a chain away. */
const mostSeen = 16;

/** The newest chains of a folder whose heads are genuine. */
export async function findSeenChains(folder: string, keys: SealKeys): Promise<SeenChain[]> {
  const chains = (await listChains(folder)).filter(({ hasHead }) => hasHead).slice(-mostSeen);
  const heads = await Promise.all(chains.map(({ chain }) => readHead(folder, chain, keys)));
  return heads.flatMap((found) => {
    if (found.kind !== 'signed') return [];
    const { chain, seq, mac } = found.head;
    return [{ chain, seq, mac }];
  });
}
