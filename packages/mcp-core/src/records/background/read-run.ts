import { redactText } from '../../redaction/redact.ts';
import type { Run, RunStatus } from '../../runs/run.ts';
import { Reply } from '../../tool.ts';
import type { RunAnswer } from '../answer-schema.ts';
import { toFailedRow, warnOfWritten } from '../failed-list.ts';
import type { RecordPipelines } from '../record-pipelines.ts';
import { toMediaType } from '../run-now.ts';
import { type ArtifactReference, shelve } from '../shelve.ts';
import { renderFailed } from '../to-run-answer.ts';
import { parseFailures } from './kept-files.ts';
import { requireBackground } from './own-record-run.ts';
import { noteOf } from './records-input.ts';
import type { RunFileName } from './run-files.ts';

/** Where a background run stands. */
export interface RunState extends RunAnswer {
  runHandle: string;
  status: string;
  stop_requested: boolean;
  started_at: string;
  updated_at: string;
}

/** Where a run stands, without what it has made. */
export function describeRun(run: Run): RunState {
  const { summary, error, failure } = noteOf(run);
  const broken = failure && {
    ...failure,
    message: redactText(failure.message),
    phase: 'execution' as const,
  };
  const why = error ?? broken;
  return {
    runHandle: run.id,
    status: run.status === 'cancelled' ? 'stopped' : run.status,
    stop_requested: run.cancelRequested,
    started_at: new Date(run.createdAt).toISOString(),
    updated_at: new Date(run.updatedAt).toISOString(),
    ...(summary ? { summary } : {}),
    ...(why ? { error: why } : {}),
  };
}

const ended: ReadonlySet<RunStatus> = new Set([
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
]);

/** Where a run stands, and once it has ended, what it has made. */
export async function readRun(run: Run, pipelines: RecordPipelines): Promise<Reply<RunState>> {
  const state = describeRun(run);
  if (!ended.has(run.status)) return new Reply(state);
  const { artifact, summary, execution, unwritten } = noteOf(run);
  if (execution === undefined) return new Reply(state);
  const { files } = requireBackground(pipelines);
  const shelf = {
    results: pipelines.source.results,
    caller: run.caller,
    tool: 'get_integration_run',
  };
  const own = { run: run.id, execution };
  const content = artifact ? await files.read({ ...own, name: 'artifact' }) : undefined;
  const listed = await files.read({ ...own, name: 'failed' });
  const failures = parseFailures(listed ?? Buffer.alloc(0));
  const rows = failures.map(toFailedRow);
  const { failed = 0, unknown = 0 } = summary ?? {};
  const omitted = failed + unknown - rows.length;
  const shelved = onShelf(run, pipelines);
  const isGone = artifact && !content;
  const notes = [unwritten, isGone ? gone : undefined, warnOfWritten(failures)];
  const answer: RunState = {
    ...state,
    ...(artifact === undefined
      ? {}
      : {
          CSVFile:
            content && artifact
              ? shelved('artifact', () => shelve(content, artifact.encoding, shelf))
              : null,
        }),
    ...toMediaType(artifact?.mediaType),
    ...(summary && omitted > 0 ? { summary: { ...summary, not_listed: omitted } } : {}),
    ...(rows.length > 0
      ? {
          failed_records: await renderFailed(rows, pipelines.source.renderCsv).then((csv) =>
            shelved('failed', () => shelve(csv, 'text', shelf)),
          ),
        }
      : {}),
  };
  return new Reply(answer, { isClean: true, notes: notes.filter((note) => note !== undefined) });
}

const gone =
  'The file of this run is not on this server: it was made on another one that shares the database, or removed with time. Ask there, or run the pipeline again if it only reads.';

const references = new WeakMap<RecordPipelines, Map<string, ArtifactReference>>();
/** How many references are remembered. */
const mostReferences = 500;

/** An artifact that was shelved before is not shelved again for every poll. */
function onShelf({ id, caller }: Run, pipelines: RecordPipelines) {
  const known = references.get(pipelines) ?? new Map<string, ArtifactReference>();
  references.set(pipelines, known);
  return (name: RunFileName, put: () => ArtifactReference | string): ArtifactReference | string => {
    const key = `${id}.${name}`;
    const before = known.get(key);
    if (before && pipelines.source.results.get(caller, before.resource)) return before;
    const fresh = put();
    if (typeof fresh === 'string') return fresh;
    known.set(key, fresh);
    const [oldest] = known.keys();
    if (known.size > mostReferences) known.delete(oldest as string);
    return fresh;
  };
}
