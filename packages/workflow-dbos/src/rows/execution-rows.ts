import type { Claim, Run, RunEnding, RunPatch } from '@guildline/mcp-core';
import type { Clock } from '@guildline/pipeline-core';
import { schema } from '../schema/tables.ts';
import type { Query } from '../store/query.ts';
import { type RunRow, storedColumns, toRun, toStoredJson } from './run-row.ts';

/** A run that an execution has just come to own. */
export interface TakenRun {
  readonly run: Run;
  /** Names of the engine's steps, in order from position 0. */
  readonly stepNames: readonly string[];
  /** Results known from the start, by position, as far as they are not steps of the engine yet. */
  readonly given: readonly unknown[];
  /** True if the execution is to be told of a cancellation. */
  readonly isCancelling: boolean;
  /** How many executions before this one, in a row, kept no step. */
  readonly fruitless: number;
}

interface TakenRow extends RunRow {
  readonly step_names: readonly string[];
  readonly given: string | null;
  readonly cancelling: boolean;
  readonly fruitless: number;
}

interface ClaimRow {
  /** The execution that claimed the step first. */
  readonly execution: string;
  readonly first_at: string;
  readonly until: string | null;
}

const now = 'updated_at = greatest($3, r.updated_at + 1)';
/** The row lock orders a statement of this execution before or after a takeover, never beside it. */
const owner = `owner as (
  select 1 from ${schema}.runs where id = $1 and execution = $2 and status = 'running' for share)`;

/**
 * What one execution does to its run. Every statement checks that the execution owns the run, and is
 * safe to repeat.
 */
export class ExecutionRows {
  readonly #query: Query;
  readonly #clock: Clock;

  constructor(query: Query, clock: Clock) {
    this.#query = query;
    this.#clock = clock;
  }

  /**
   * Makes an execution the owner. Gives undefined if the engine has not given the run to this
   * process, the run is not to be executed, or it is to begin at a step whose result the engine has
   * not forgotten yet.
   */
  async takeUp(id: string, execution: string, executor: string): Promise<TakenRun | undefined> {
    const [row] = await this.#query<TakenRow>(
      `with engine as materialized (
         select 1 from ${schema}.workflow_status
         where workflow_uuid = $1 and status = 'PENDING' and executor_id = $4 for share),
       steps as (
         select count(*)::integer as count, coalesce(max(function_id), -1) as last,
           coalesce(json_agg(function_name order by function_id), '[]') as names
         from ${schema}.operation_outputs where workflow_uuid = $1)
       update ${schema}.runs r set
         status = 'running', execution = $2, wake_at = null, ${now},
         fruitless = case when steps.count > r.position then 0 else r.fruitless + 1 end,
         position = greatest(steps.count, coalesce(json_array_length(r.given::json), 0))
       from engine, steps
       where r.id = $1 and (r.status = 'running' or r.status = 'queued' and steps.last < r.position)
       returning ${storedColumns}, r.position, r.given, r.cancelling, r.fruitless, steps.names as step_names`,
      [id, execution, this.#now(), executor],
    );
    if (row === undefined) return undefined;
    return {
      run: toRun(row),
      stepNames: row.step_names,
      given: row.given === null ? [] : (JSON.parse(row.given) as unknown[]),
      isCancelling: row.cancelling,
      fruitless: row.fruitless - 1,
    };
  }

  /** Gives true if the execution owned the run until now. */
  async end(id: string, execution: string, ending: RunEnding): Promise<boolean> {
    return this.#did(
      `update ${schema}.runs r set
         status = case when r.cancelling and $4 in ('waiting', 'failed', 'needs_review')
           then 'cancelled' else $4 end,
         wake_at = case when r.cancelling then null else $7::bigint end,
         position = $5, note = $6, execution = null, cancelling = false, fruitless = 0, ${now}
       where r.id = $1 and r.execution = $2 and r.status = 'running' returning 1`,
      [
        id,
        execution,
        this.#now(),
        ending.status,
        ending.position,
        toStoredJson(ending.note),
        ending.wakeAt === undefined ? null : Math.ceil(ending.wakeAt),
      ],
    );
  }

  /** Gives true if the execution owns the run. */
  async update(id: string, execution: string, patch: RunPatch): Promise<boolean> {
    return this.#did(
      `update ${schema}.runs r set
         position = coalesce($4, r.position), note = coalesce($5, r.note), ${now}
       where r.id = $1 and r.execution = $2 and r.status = 'running' returning 1`,
      [id, execution, this.#now(), patch.position ?? null, toStoredJson(patch.note)],
    );
  }

  /** Forgets the given results, which are steps of the engine now. True if the execution owns the run. */
  async forgetGiven(id: string, execution: string): Promise<boolean> {
    return this.#did(
      `update ${schema}.runs r set given = null
       where r.id = $1 and r.execution = $2 and r.status = 'running' returning 1`,
      [id, execution],
    );
  }

  /** Marks a call. Gives undefined if the execution does not own the run. */
  async claim(
    id: string,
    execution: string,
    step: number,
    until: number,
  ): Promise<{ readonly earlier: Claim | undefined } | undefined> {
    // The inner select sees the mark as it was before this statement.
    const [row] = await this.#query<ClaimRow>(
      `insert into ${schema}.run_claims as c (run, step, execution, first_at, until)
       select id, $3, $2, $4, $5 from ${schema}.runs
         where id = $1 and execution = $2 and status = 'running' for share
       on conflict (run, step) do update set until = greatest(c.until, excluded.until)
       returning execution, first_at,
         (select until from ${schema}.run_claims where run = $1 and step = $3) as until`,
      [id, execution, step, this.#now(), Math.ceil(until)],
    );
    if (row === undefined) return undefined;
    if (row.execution === execution) return { earlier: undefined };
    return { earlier: { firstAt: Number(row.first_at), until: Number(row.until) } };
  }

  /** Takes a mark away. Gives true if the execution owns the run. */
  async release(id: string, execution: string, step: number): Promise<boolean> {
    return this.#did(
      `with ${owner}, gone as (
         delete from ${schema}.run_claims
         where run = $1 and step = $3 and exists (select 1 from owner))
       select 1 from owner`,
      [id, execution, step],
    );
  }

  /** Of these executions of these runs, those that are to be told of a cancellation. */
  async cancelled(
    runs: readonly string[],
    executions: readonly string[],
  ): Promise<readonly string[]> {
    const rows = await this.#query<{ execution: string }>(
      `select execution from ${schema}.runs
       where id = any($1) and execution = any($2) and cancelling`,
      [[...runs], [...executions]],
    );
    return rows.map(({ execution }) => execution);
  }

  #now(): number {
    return Math.round(this.#clock.now());
  }

  async #did(text: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.#query(text, values)).length > 0;
  }
}
