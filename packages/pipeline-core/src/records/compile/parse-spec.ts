import { isObject } from '../../jmespath/json.ts';
import { nameInMessage, shorten } from '../../name-list.ts';
import { recordLimits } from '../record-limits.ts';
import type { ProblemFields } from './record-problem.ts';
import { RecordProblems, suggestName } from './record-problem.ts';
import type { RecordPipelineSpec, RecordStepSpec } from './spec.ts';

/** A spec whose shape is right as far as there are no problems. */
export interface ParsedSpec {
  readonly options: Omit<RecordPipelineSpec, 'steps'>;
  /** What could be read of each step; wrong parts are absent. */
  readonly steps: readonly { readonly spec: RecordStepSpec; readonly problems: RecordProblems }[];
  readonly problems: RecordProblems;
}

/** Says what a value must be; `undefined` if it is that. */
type Shape = (value: unknown) => string | undefined;

/** Longer names are no names. */
const longestName = 200;

const text: Shape = (value) => {
  const isName = typeof value === 'string' && value !== '' && value.length <= longestName;
  return isName ? undefined : `a name of 1 to ${longestName} characters`;
};
const flag: Shape = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const settings: Shape = (value) => (isObject(value) ? undefined : 'an object');

const specShapes: Readonly<Record<string, Shape>> = {
  steps: (value) => (Array.isArray(value) ? undefined : 'a list of steps'),
  dryRun: flag,
  background: flag,
  onError: (value) => (value === 'fail' || value === 'skip' ? undefined : '"fail" or "skip"'),
  maxRecords: (value) =>
    Number.isSafeInteger(value) && (value as number) > 0 ? undefined : 'a whole number from 1',
};

const stepShapes: Readonly<Record<string, Shape>> = {
  id: text,
  resource: text,
  operation: text,
  operationSettings: settings,
  transform: text,
  transformSettings: settings,
};

/** Reads any JSON as a spec and reports everything that has the wrong shape. */
export function parseSpec(value: unknown): ParsedSpec {
  const problems = new RecordProblems();
  if (!isObject(value)) {
    problems.add(wrongShape([], 'an object with steps', value));
    return { options: {}, steps: [], problems };
  }
  const { steps: written, ...options } = readKeys(value, specShapes, problems);
  const list = (written ?? []) as readonly unknown[];
  const steps = list.slice(0, recordLimits.steps).map(parseStep);
  if (list.length > recordLimits.steps) {
    problems.add(wrongShape(['steps'], `at most ${recordLimits.steps} steps`, list));
  } else if (list.length === 0 && !problems.isAt(['steps'])) {
    problems.add(wrongShape(['steps'], 'at least one step', list));
  }
  return { options, steps, problems };
}

function parseStep(value: unknown, step: number): ParsedSpec['steps'][number] {
  if (!isObject(value)) {
    const problems = new RecordProblems({ step });
    problems.add(wrongShape([], 'an object with an operation, a transform, or both', value));
    return { spec: {}, problems };
  }
  const id = value['id'];
  const isNamed = text(id) === undefined;
  const problems = new RecordProblems({ step, ...(isNamed ? { id: id as string } : {}) });
  return { spec: readKeys(value, stepShapes, problems), problems };
}

/** The keys whose values have the right shape. */
function readKeys(
  value: Readonly<Record<string, unknown>>,
  shapes: Readonly<Record<string, Shape>>,
  problems: RecordProblems,
): Readonly<Record<string, unknown>> {
  const read: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (problems.isFull) problems.count(1);
    else if (!Object.hasOwn(shapes, key)) problems.add(unknownKey(key, Object.keys(shapes)));
    else {
      const expected = shapes[key]?.(item);
      if (expected === undefined) read[key] = item;
      else problems.add(wrongShape([key], expected, item));
    }
  }
  return read;
}

function unknownKey(key: string, known: readonly string[]): ProblemFields {
  const { nearest, hint } = suggestName(key, known);
  const message = `${nameInMessage(key)} is not a key here. ${hint}`;
  return { code: 'RECORD_SPEC_INVALID', message, path: [key], found: shorten(key), nearest };
}

function wrongShape(path: readonly string[], expected: string, value: unknown): ProblemFields {
  const found = describe(value);
  const message = `This must be ${expected}, and is ${found}.`;
  return { code: 'RECORD_SPEC_INVALID', message, path, expected, found };
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return value === '' ? 'an empty text' : nameInMessage(value);
  return typeof value === 'object' ? 'an object' : String(value);
}

/** The problem of a spec that is too large or too deep to be read. */
export function unreadableSpec(message: string): ProblemFields {
  return { code: 'RECORD_SPEC_INVALID', message, path: [] };
}
