import { join } from 'node:path';
import type { AuditChainReport, AuditReport } from './audit-report.ts';
import { readHead } from './chain/chain-head.ts';
import { isGenuine, parseLine } from './chain/chain-line.ts';
import {
  type ChainFiles,
  listChains,
  startOfChain,
  toFileName,
  toHeadName,
} from './chain/chain-names.ts';
import type { Anchor } from './chain/chain-walk.ts';
import { readLines } from './chain/line-reader.ts';
import { type SealKeys, toSealKeys } from './chain/seal.ts';
import type { SeenChain } from './chain/seen-chains.ts';
import { verifyChain } from './chain/verify-chain.ts';

/** What {@link verifyAuditLog} leaves out. */
export interface VerifyOptions {
  /**
   * Milliseconds since the epoch: chains that began earlier are neither checked nor missed, as after
   * they were moved to an archive.
   */
  readonly since?: number | undefined;
}

/**
 * Checks every chain of a folder: whether a line was changed, removed, moved or doubled, whether
 * files are missing or the end was cut off. Reads line by line; memory does not grow with the log.
 * Processes may write meanwhile.
 *
 * What it cannot find: that the newest chain was removed whole, or set back together with an older
 * copy of its head, before another process began; that lines were cut off which the head does not
 * know yet (`unsealed`); and anything done with the key.
 *
 * @throws Error if the folder cannot be listed.
 */
export async function verifyAuditLog(
  folder: string,
  key: Uint8Array,
  { since = Number.NEGATIVE_INFINITY }: VerifyOptions = {},
): Promise<AuditReport> {
  const keys = toSealKeys(key);
  const chains = (await listChains(folder)).filter(({ chain }) => startOfChain(chain) >= since);
  const anchors = await collectAnchors(folder, chains, keys);
  const reports: AuditChainReport[] = [];
  for (const files of chains) {
    reports.push(await verifySteadily(folder, files, keys, anchors.get(files.chain) ?? []));
  }
  const present = new Set(chains.map(({ chain }) => chain));
  const missing = [...anchors]
    .filter(([chain]) => !present.has(chain) && startOfChain(chain) >= since)
    .map(([chain, stated]) => toMissing(chain, stated));
  const all = [...reports, ...missing].sort((one, other) => (one.chain < other.chain ? -1 : 1));
  return { ok: all.every(({ problem }) => problem === undefined), chains: all };
}

/** A chain that changed while it was read is read again. */
async function verifySteadily(
  folder: string,
  listed: ChainFiles,
  keys: SealKeys,
  anchors: readonly Anchor[],
): Promise<AuditChainReport> {
  const { chain } = listed;
  let files = listed;
  for (let attempt = 1; ; attempt += 1) {
    const before = await readHead(folder, chain, keys);
    const report = await verifyChain(files, { folder, keys, anchors });
    if (!report.problem || attempt === 3) return report;
    const chains = await listChains(folder);
    files = chains.find((found) => found.chain === chain) ?? { ...listed, numbers: [] };
    const after = await readHead(folder, chain, keys);
    const isSteady = before.text === after.text && files.numbers.join() === listed.numbers.join();
    if (isSteady) return report;
  }
}

/** What the first line of each chain says of others, by the chain that it is about. */
async function collectAnchors(
  folder: string,
  chains: readonly ChainFiles[],
  keys: SealKeys,
): Promise<Map<string, Anchor[]>> {
  const anchors = new Map<string, Anchor[]>();
  for (const { chain, numbers } of chains) {
    if (numbers[0] !== 1) continue;
    for (const { chain: other, seq, mac } of await readSeen(folder, chain, keys)) {
      const stated = anchors.get(other) ?? [];
      stated.push({ seq, mac, by: `chain ${chain}` });
      anchors.set(other, stated);
    }
  }
  return anchors;
}

async function readSeen(
  folder: string,
  chain: string,
  keys: SealKeys,
): Promise<readonly SeenChain[]> {
  try {
    for await (const { bytes } of readLines(join(folder, toFileName(chain, 1)))) {
      const line = parseLine(bytes);
      if (line?.chain !== chain || !isGenuine(line, '', keys)) return [];
      return (line.content['seen'] ?? []) as readonly SeenChain[];
    }
  } catch {
    // What is wrong with the file is said where its own chain is checked.
  }
  return [];
}

function toMissing(chain: string, anchors: readonly Anchor[]): AuditChainReport {
  const by = anchors.map((anchor) => anchor.by).join(', ');
  const seq = Math.max(...anchors.map((anchor) => anchor.seq));
  return {
    chain,
    files: 0,
    events: 0,
    closed: false,
    unsealed: 0,
    torn: false,
    lost: 0,
    problem: {
      kind: 'missing-chain',
      file: toHeadName(chain),
      message: `All files of the chain are missing; ${by} saw ${seq} of its entries.`,
    },
  };
}
