import { RecordError, UnreadableRecord } from '@guildline/pipeline-core';
import type { Outcome } from '../outcome.ts';
import { toStepFailure } from '../workflow/to-step-failure.ts';
import type { ExposedOperation } from './exposed-operation.ts';

/** One page of a source. */
export interface SourcePage {
  /** Place of its first record, from 0. */
  readonly from: number;
  readonly records: readonly unknown[];
  /** Cursor of the page behind it; null after the last one. */
  readonly next: string | null;
}

/** How a source is read. */
export interface PageReading {
  readonly operation: ExposedOperation;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Records that are wanted at most; sizes the pages. */
  readonly limit: number;
  readonly call: (args: Readonly<Record<string, unknown>>, key: string) => Promise<Outcome>;
  /** Pages that were read before and are not finished, in order. Reading goes on behind the last one. */
  readonly known?: readonly SourcePage[];
  /** Told of every page before its records are handed on. May change them. */
  readonly onPage?: (page: SourcePage) => Promise<SourcePage>;
}

/** Pages in a row that may be empty although more are said to follow. */
const mostEmpty = 100;

/**
 * The pages of a source, each read by a call of its tool.
 *
 * @throws RecordError if a page cannot be read, or the source does not move on
 */
export async function* readPages(reading: PageReading): AsyncGenerator<readonly unknown[]> {
  const { known = [], onPage = async (page: SourcePage) => page } = reading;
  let last: SourcePage | undefined;
  for (const page of known) {
    last = page;
    if (page.records.length > 0) yield page.records.map(toItem);
  }
  let empty = 0;
  while (last?.next !== null) {
    const from: number = last ? last.from + last.records.length : 0;
    const page = await onPage(await readPage(reading, from, last?.next));
    const isStuck = page.next !== null && page.next === last?.next;
    if (isStuck) throw stuck(reading, 'gives the same cursor again');
    empty = page.records.length === 0 ? empty + 1 : 0;
    if (empty > mostEmpty) throw stuck(reading, `gave ${mostEmpty} empty pages in a row`);
    last = page;
    if (page.records.length > 0) yield page.records.map(toItem);
  }
}

async function readPage(
  { operation, settings, limit, call }: PageReading,
  from: number,
  cursor: string | undefined,
): Promise<SourcePage> {
  const { list = '', cursor: paging, size } = operation.source.iterates ?? {};
  const args = {
    ...settings,
    ...(size ? { [size.argument]: Math.max(size.least ?? 1, Math.min(size.most, limit)) } : {}),
    ...(paging && cursor !== undefined ? { [paging.argument]: cursor } : {}),
  };
  const outcome = await call(args, `page.${from}.${cursor ?? ''}`);
  if (outcome.kind !== 'result') {
    const { code, message } = toStepFailure(outcome);
    throw new RecordError(code, message);
  }
  const { [list]: records, ...rest } = outcome.structured;
  if (!Array.isArray(records)) {
    throw new RecordError(
      'RECORD_SOURCE_INVALID',
      `${operation.tool} gave no list "${list}". Its result is not what the resource ${operation.resource.name} declares.`,
    );
  }
  const next = paging ? rest[paging.result] : undefined;
  return { from, records, next: typeof next === 'string' && next !== '' ? next : null };
}

function stuck({ operation }: PageReading, what: string): RecordError {
  return new RecordError(
    'RECORD_SOURCE_INVALID',
    `${operation.tool} ${what}, so its list has no end. What was read until then stays.`,
  );
}

/**
 * An item that says of itself that it cannot be read stands for one bad record. Whoever wrote the data can
 * write such an item, too: it chooses no code, and one without a reason loses none of its fields.
 */
function toItem(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, '__unreadable'))
    return item;
  const { __unreadable: failure, source } = item as Readonly<Record<string, unknown>>;
  const { message } = (failure ?? {}) as Readonly<Record<string, unknown>>;
  const isTold = typeof message === 'string';
  return new UnreadableRecord(
    {
      code: 'RECORD_UNREADABLE',
      message: isTold ? message : 'It has a field named __unreadable, which no record may have.',
    },
    (isTold ? source : item) ?? null,
  );
}
