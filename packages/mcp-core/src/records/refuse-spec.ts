import type { RecordProblem } from '@guildline/pipeline-core';
import type { CallContext } from '../context.ts';
import { formatPath } from '../schema/argument-issues.ts';
import { Reply } from '../tool.ts';
import type { RunAnswer } from './answer-schema.ts';
import { RecordAudit } from './audit-records.ts';
import type { StepAuthorization } from './compile-spec.ts';
import type { RecordPipelines } from './record-pipelines.ts';

/** What is answered beside a run: of a dry run, or of a spec that cannot run. */
export interface CheckAnswer {
  readonly access?: StepAuthorization[];
  readonly problems?: object[];
}

/** The answer to a spec with problems: all of them, and which steps are authorized. Nothing ran. */
export async function refuseSpec(
  problems: readonly RecordProblem[],
  access: readonly StepAuthorization[],
  context: CallContext,
  pipelines: RecordPipelines,
): Promise<Reply<RunAnswer & CheckAnswer>> {
  const { traceId, callId } = context.trace;
  const place = { caller: context.caller.id, traceId, parentId: callId };
  const unwritten = await new RecordAudit(pipelines, place).rejected(access, problems);
  const [first] = problems;
  const codes = new Set(problems.map(({ code }) => code));
  const step = problems.length === 1 ? first?.step : undefined;
  const answer: RunAnswer & CheckAnswer = {
    error: {
      phase: 'building',
      ...(step === undefined ? {} : { step }),
      code: codes.size === 1 ? (first?.code ?? '') : 'RECORD_PIPELINE_INVALID',
      message: `The pipeline was not run:\n${problems.map(toLine).join('\n')}`,
      outcome: 'not_applied',
    },
    problems: problems.map((problem) => ({ ...problem })),
    access: [...access],
  };
  return new Reply(answer, {
    isError: true,
    ...(unwritten === undefined ? {} : { notes: [unwritten] }),
  });
}

function toLine({ step, id, path = [], message }: RecordProblem): string {
  const place = step === undefined ? 'The spec' : `Building step ${step}${id ? ` (${id})` : ''}`;
  const where = path.length > 0 ? ` ${formatPath(path)}` : '';
  return `${place}${where}: ${message}`;
}
