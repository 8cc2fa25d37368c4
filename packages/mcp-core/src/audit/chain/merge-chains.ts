import type { AuditEntry, ChainReader } from './chain-reader.ts';

/** Milliseconds by which an event may be older than the chain that holds it. */
const slack = 60_000;

interface OpenChain {
  readonly entry: AuditEntry;
  readonly at: number;
  readonly rest: AsyncGenerator<AuditEntry>;
}

/**
 * What the chains hold, in the order of time; events of one chain keep their order. A chain is
 * opened only when its time has come, so that thousands of them do not take thousands of files.
 *
 * @param readers In the order in which the chains began.
 */
export async function* mergeChains(readers: readonly ChainReader[]): AsyncGenerator<AuditEntry> {
  const waiting = [...readers];
  const open: OpenChain[] = [];
  try {
    for (;;) {
      let first = earliest(open);
      while (waiting[0] && (!first || waiting[0].startedAt - slack <= first.at)) {
        await advance((waiting.shift() as ChainReader).read(), open);
        first = earliest(open);
      }
      if (!first) return;
      yield first.entry;
      open.splice(open.indexOf(first), 1);
      await advance(first.rest, open);
    }
  } finally {
    await Promise.all(open.map(({ rest }) => rest.return(undefined)));
  }
}

async function advance(rest: AsyncGenerator<AuditEntry>, open: OpenChain[]): Promise<void> {
  const { value: entry, done } = await rest.next();
  if (!done) open.push({ entry, at: Date.parse(entry.event.at) || 0, rest });
}

function earliest(open: readonly OpenChain[]): OpenChain | undefined {
  let first: OpenChain | undefined;
  for (const chain of open) if (!first || chain.at < first.at) first = chain;
  return first;
}
