import { type AuditFilter, toEventTest } from './audit-filter.ts';
import { listChains } from './chain/chain-names.ts';
import { type AuditEntry, ChainReader, type SkippedLine } from './chain/chain-reader.ts';
import { mergeChains } from './chain/merge-chains.ts';
import { watchFolder } from './folder-changes.ts';

/** What {@link readAuditLog} reads, and for how long. */
export interface AuditReading extends AuditFilter {
  /** Goes on with what is written meanwhile, until this is aborted. */
  readonly follow?: AbortSignal | undefined;
  /** Milliseconds after which it looks again where a folder cannot be watched. Defaults to 500. */
  readonly interval?: number | undefined;
  /** Called for a line that is no event. */
  readonly onSkipped?: ((skipped: SkippedLine) => void) | undefined;
}

/**
 * The events of a folder that pass the filter, over all chains in the order of time. Reads line by
 * line. It does not ask whether the lines are genuine: `verifyAuditLog` does.
 */
export async function* readAuditLog(
  folder: string,
  reading: AuditReading = {},
): AsyncGenerator<AuditEntry> {
  const { follow, interval = 500, onSkipped = () => undefined, ...filter } = reading;
  const isWanted = toEventTest(filter);
  const readers = new Map<string, ChainReader>();
  // Watching begins before the first look, so that nothing falls between the two.
  const changes = follow && watchFolder(folder, follow, interval);
  try {
    do {
      for await (const entry of mergeChains(await findReaders(folder, readers, onSkipped))) {
        if (isWanted(entry.event)) yield entry;
      }
      await changes?.next();
    } while (follow && !follow.aborted);
  } finally {
    changes?.close();
  }
}

async function findReaders(
  folder: string,
  readers: Map<string, ChainReader>,
  onSkipped: (skipped: SkippedLine) => void,
): Promise<ChainReader[]> {
  const chains = await listChains(folder);
  return chains.map(({ chain, numbers }) => {
    const reader = readers.get(chain) ?? new ChainReader(folder, chain, onSkipped);
    readers.set(chain, reader);
    reader.setFiles(numbers);
    return reader;
  });
}
