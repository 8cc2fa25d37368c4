/** The schema of the database that holds these tables, and DBOS's beside them. */
export const schema = 'guildline';

/**
 * Version of what runs look like in the database: these tables, and the order of steps in DBOS's.
 * Raised by a change that an older server could not live with.
 */
export const tablesVersion = 1;

/** The tables, ours and DBOS's, whose rows come and go with runs. */
export const growingTables: readonly string[] = [
  'runs',
  'run_claims',
  'workflow_status',
  'workflow_input',
  'workflow_output',
  'operation_outputs',
].map((table) => `${schema}.${table}`);

/** Every table that is ours. Times are milliseconds since the epoch, JSON is text as it was given. */
export const createTables = `
create schema if not exists ${schema};

create table ${schema}.run_format (version integer not null);
insert into ${schema}.run_format values (${tablesVersion});

create table ${schema}.runs (
  id text primary key,
  kind text not null,
  caller text not null,
  key text,
  input text not null,
  -- Results known from the start, until they are steps of the engine.
  given text,
  -- One of the port's, or 'expired' while the run is being deleted.
  status text not null,
  -- Where a queued run begins; of a running one, how many steps were kept when its execution began.
  position integer not null,
  note text,
  cancel_requested boolean not null default false,
  -- True while an execution is to be told of a cancellation.
  cancelling boolean not null default false,
  wake_at bigint,
  -- The execution that owns the run while it is running.
  execution text,
  -- Executions in a row that kept no step.
  fruitless integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  sequence bigint generated always as identity
);
create unique index runs_by_key on ${schema}.runs (kind, caller, key) where status <> 'expired';
create index runs_by_caller on ${schema}.runs (kind, caller, sequence);
create index runs_by_status on ${schema}.runs (status, wake_at);

create table ${schema}.run_claims (
  run text not null references ${schema}.runs on delete cascade,
  step integer not null,
  -- The execution that claimed the step first.
  execution text not null,
  first_at bigint not null,
  until bigint not null,
  primary key (run, step)
);

create table ${schema}.used_approvals (
  id text primary key,
  expires_at bigint not null
);
`;
