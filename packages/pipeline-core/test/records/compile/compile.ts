import {
  type CompiledRecordPipeline,
  compileRecordPipeline,
  type RecordProblem,
  type RecordVocabulary,
} from '../../../src/index.ts';
import { vocabulary } from '../vocabulary.ts';

/** The problems of a spec; none if it compiles. */
export function problemsOf(
  spec: unknown,
  words: RecordVocabulary = vocabulary,
): readonly RecordProblem[] {
  const compiled = compileRecordPipeline(spec, words);
  return 'problems' in compiled ? compiled.problems : [];
}

/** The problems of steps, as `<step> <code>`. */
export function codesOf(steps: readonly unknown[], words?: RecordVocabulary): readonly string[] {
  return problemsOf({ steps }, words).map(({ step, code }) => `${step ?? '-'} ${code}`);
}

/** A spec that must compile. */
export function compile(
  spec: unknown,
  words: RecordVocabulary = vocabulary,
): CompiledRecordPipeline {
  const compiled = compileRecordPipeline(spec, words);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems, null, 2));
  return compiled.pipeline;
}
