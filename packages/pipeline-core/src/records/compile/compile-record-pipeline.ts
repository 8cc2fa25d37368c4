import type { Path } from '../../check/step-tools.ts';
import { formatPath } from '../../format-path.ts';
import { limits } from '../../limits.ts';
import type { TypeName } from '../transform.ts';
import type { RecordVocabulary } from '../vocabulary.ts';
import { compileRecordStep } from './compile-record-step.ts';
import { parseSpec, unreadableSpec } from './parse-spec.ts';
import type { CompiledRecordPipeline, CompiledRecordStep, RecordPlan } from './record-plan.ts';
import { type RecordProblem, RecordProblems } from './record-problem.ts';
import type { RecordPipelineSpec } from './spec.ts';
import { stripReserved } from './strip-reserved.ts';

/** A pipeline that can run, or every reason why it cannot. */
export type CompiledRecords =
  | { readonly pipeline: CompiledRecordPipeline }
  | { readonly problems: readonly RecordProblem[] };

/**
 * Checks a record pipeline by itself, without running anything: names, access, types, settings,
 * templates, and where source and terminal stand. Bears any JSON.
 *
 * @param spec a {@link RecordPipelineSpec} as somebody wrote it
 * @throws whatever `vocabulary.refuse` throws
 */
export function compileRecordPipeline(
  spec: unknown,
  vocabulary: RecordVocabulary,
): CompiledRecords {
  const { value, stripped, problem } = stripReserved(spec);
  if (problem !== undefined) {
    const problems = new RecordProblems();
    problems.add(unreadableSpec(problem));
    return { problems: problems.list() };
  }
  const parsed = parseSpec(value);
  const steps: CompiledRecordStep[] = [];
  let incoming: TypeName | undefined;
  for (const [index, step] of parsed.steps.entries()) {
    const isLast = index === parsed.steps.length - 1;
    const place = { index, isLast, incoming, stripped: pathsInStep(stripped, index) };
    const compiled = compileRecordStep(step.spec, place, vocabulary, step.problems);
    steps.push(compiled.step);
    incoming = compiled.output;
  }
  const plan = toPlan(steps, parsed.options, listPaths(stripped.filter((path) => !isInStep(path))));
  refuseUnresumable(plan, parsed.steps.at(-1)?.problems);
  const problems = [parsed.problems, ...parsed.steps.map((step) => step.problems)].flatMap(
    (collected) => collected.list(),
  );
  return problems.length > 0 ? { problems } : { pipeline: { plan, steps } };
}

function toPlan(
  steps: readonly CompiledRecordStep[],
  options: Omit<RecordPipelineSpec, 'steps'>,
  stripped: readonly string[],
): RecordPlan {
  const last = steps.at(-1)?.transform;
  return {
    steps: steps.map((step) => step.plan),
    artifact: last?.artifact ?? null,
    writes: steps.some((step) => step.plan.writes),
    destructive: steps.some((step) => step.plan.destructive),
    resumable: last === undefined || last.terminal === 'none' || last.resumable === true,
    dryRun: options.dryRun ?? false,
    background: options.background ?? false,
    onError: options.onError ?? 'fail',
    maxRecords: options.maxRecords ?? null,
    stripped,
  };
}

/** What it wrote cannot be written again, and what it rendered would be lost. */
function refuseUnresumable(plan: RecordPlan, problems: RecordProblems | undefined): void {
  if (!plan.background || !plan.writes || plan.resumable) return;
  const terminal = plan.steps.at(-1)?.transform ?? '';
  const message = `An interrupted background run goes on after its last finished record, and ${terminal} cannot continue what it rendered. Render CSV or JSON lines, or run it without background.`;
  problems?.add({ code: 'RECORD_NOT_RESUMABLE', message, path: ['transform'] });
}

function isInStep([first, index]: Path): boolean {
  return first === 'steps' && typeof index === 'number';
}

function pathsInStep(stripped: readonly Path[], step: number): readonly string[] {
  const inside = stripped.filter((path) => isInStep(path) && path[1] === step);
  return listPaths(inside.map((path) => path.slice(2)));
}

/** Paths for a reader; of very many, the first and the number. */
function listPaths(paths: readonly Path[]): readonly string[] {
  const shown = paths.slice(0, limits.problemsPerStep).map((path) => formatPath(path));
  const more = paths.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
