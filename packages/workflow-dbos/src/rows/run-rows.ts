import type { NewRun, Run, RunFilter, RunPatch, RunStatus } from '@guildline/mcp-core';
import type { Clock } from '@guildline/pipeline-core';
import { schema } from '../schema/tables.ts';
import type { Query } from '../store/query.ts';
import { isRunId, type RunRow, runColumns, toRun, toStoredJson, toStoredKey } from './run-row.ts';

/** What grows with every change of a run, whatever the clocks of several servers say. */
const grow = (now: string) => `updated_at = greatest(${now}, r.updated_at + 1)`;

/** The runs as those see them who ask for them. Every method is one statement, and safe to repeat. */
export class RunRows {
  readonly #query: Query;
  readonly #clock: Clock;

  constructor(query: Query, clock: Clock) {
    this.#query = query;
    this.#clock = clock;
  }

  /** Gives the new run, or undefined if its id or its key is taken. */
  async insert(run: NewRun): Promise<Run | undefined> {
    return this.#one(
      `insert into ${schema}.runs as r
         (id, kind, caller, key, input, given, status, position, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 'queued', $7, $8, $8)
       on conflict do nothing
       returning ${runColumns}`,
      [
        run.id,
        run.kind,
        run.caller,
        toStoredKey(run.key),
        toStoredJson(run.input) ?? 'null',
        run.given === undefined ? null : JSON.stringify(run.given),
        run.given?.length ?? 0,
        this.now(),
      ],
    );
  }

  async find(id: string): Promise<Run | undefined> {
    if (!isRunId(id)) return undefined;
    return this.#one(
      `select ${runColumns} from ${schema}.runs r where r.id = $1 and r.status <> 'expired'`,
      [id],
    );
  }

  async findByKey({ kind, caller, key }: NewRun): Promise<Run | undefined> {
    return this.#one(
      `select ${runColumns} from ${schema}.runs r
       where r.kind = $1 and r.caller = $2 and r.key = $3 and r.status <> 'expired'`,
      [kind, caller, toStoredKey(key)],
    );
  }

  async list({ kind, caller, status, limit, after }: RunFilter): Promise<readonly Run[]> {
    if (after !== undefined && !isRunId(after)) return [];
    const rows = await this.#query<RunRow>(
      `select ${runColumns} from ${schema}.runs r
       where r.kind = $1 and r.caller = $2 and r.status <> 'expired'
         and ($3::text is null or r.status = $3)
         and ($4::text is null or r.sequence < (
           select a.sequence from ${schema}.runs a
           where a.id = $4 and a.kind = $1 and a.caller = $2))
       order by r.sequence desc limit $5`,
      [kind, caller, status ?? null, after ?? null, limit],
    );
    return rows.map(toRun);
  }

  async change(id: string, from: readonly RunStatus[], patch: RunPatch): Promise<Run | undefined> {
    if (!isRunId(id)) return undefined;
    return this.#one(
      `update ${schema}.runs r set
         status = coalesce($3, r.status),
         position = coalesce($4, r.position),
         note = coalesce($5, r.note),
         wake_at = case when $6 then $7::bigint else r.wake_at end,
         ${grow('$8')}
       where r.id = $1 and r.status = any($2)
       returning ${runColumns}`,
      [
        id,
        [...from],
        patch.status ?? null,
        patch.position ?? null,
        toStoredJson(patch.note),
        patch.wakeAt !== undefined,
        toWholeMilliseconds(patch.wakeAt),
        this.now(),
      ],
    );
  }

  /** Queues a run that is still as it was read; what its step gave is forgotten when it is taken up. */
  async requeue(run: Run, note: unknown): Promise<Run | undefined> {
    return this.#one(
      `update ${schema}.runs r set
         status = 'queued', note = coalesce($5, r.note), wake_at = null,
         fruitless = 0, given = ${givenUpToPosition}, ${grow('$6')}
       where r.id = $1 and r.status = $2 and r.position = $3 and r.updated_at = $4
         and r.status in ('waiting', 'failed', 'needs_review', 'cancelled')
       returning ${runColumns}`,
      [run.id, run.status, run.position, run.updatedAt, toStoredJson(note), this.now()],
    );
  }

  /** Queues every run whose time has come. */
  async wake(): Promise<void> {
    await this.#query(
      `update ${schema}.runs r set
         status = 'queued', wake_at = null, fruitless = 0, given = ${givenUpToPosition}, ${grow('$1')}
       where r.status = 'waiting' and r.wake_at <= $1`,
      [this.now()],
    );
  }

  /** Gives the run after it was asked to end; undefined if it has ended or does not exist. */
  async cancel(id: string): Promise<Run | undefined> {
    if (!isRunId(id)) return undefined;
    return this.#one(
      `update ${schema}.runs r set
         cancel_requested = true,
         cancelling = r.status = 'running',
         status = case r.status when 'running' then 'running' else 'cancelled' end,
         wake_at = null,
         ${grow('$2')}
       where r.id = $1 and r.status in ('queued', 'running', 'waiting', 'failed', 'needs_review')
       returning ${runColumns}`,
      [id, this.now()],
    );
  }

  /** True while there is a run that has not come to rest. */
  async hasUnfinished(): Promise<boolean> {
    const rows = await this.#query(
      `select 1 from ${schema}.runs where status in ('queued', 'running', 'waiting') limit 1`,
    );
    return rows.length > 0;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return Math.round(this.#clock.now());
  }

  async #one(text: string, values: readonly unknown[]): Promise<Run | undefined> {
    const [row] = await this.#query<RunRow>(text, values);
    return row === undefined ? undefined : toRun(row);
  }
}

/** The given results that a run keeps when it begins at its position. */
const givenUpToPosition = `case when r.given is null then null else (
  select coalesce(json_agg(g.value order by g.place), '[]')::text
  from json_array_elements(r.given::json) with ordinality g(value, place)
  where g.place <= r.position) end`;

function toWholeMilliseconds(time: number | null | undefined): number | null {
  return time === null || time === undefined ? null : Math.ceil(time);
}
