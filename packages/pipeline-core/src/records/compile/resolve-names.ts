import { nameInMessage } from '../../name-list.ts';
import type { Transform } from '../transform.ts';
import type { RecordOperation, RecordResource, RecordVocabulary } from '../vocabulary.ts';
import { type RecordProblems, suggestName } from './record-problem.ts';
import type { RecordStepSpec } from './spec.ts';

/** What the names of a step stand for. A name with a problem stands for nothing. */
export interface ResolvedStep {
  readonly resource?: RecordResource;
  readonly operation?: RecordOperation;
  readonly transform?: Transform;
}

/** Looks up resource, operation and transform of a step, and asks whether the caller may use them. */
export function resolveNames(
  spec: RecordStepSpec,
  vocabulary: RecordVocabulary,
  problems: RecordProblems,
): ResolvedStep {
  const names = ['resource', 'operation', 'transform'] as const;
  if (names.every((name) => spec[name] === undefined && !problems.isAt([name]))) {
    const message =
      'The step does nothing. Name a resource and its operation, a transform, or both.';
    problems.add({ code: 'RECORD_SPEC_INVALID', message, path: [] });
  }
  const transform = resolveTransform(spec.transform, vocabulary, problems);
  return {
    ...resolveOperation(spec, vocabulary, problems),
    ...(transform === undefined ? {} : { transform }),
  };
}

function resolveTransform(
  name: string | undefined,
  { transforms }: RecordVocabulary,
  problems: RecordProblems,
): Transform | undefined {
  if (name === undefined) return undefined;
  const found = transforms.find((transform) => transform.name === name);
  if (found) return found;
  const { nearest, hint } = suggestName(name, transforms.map(nameOf));
  problems.add({
    code: 'RECORD_UNKNOWN_TRANSFORM',
    message: `There is no transform ${nameInMessage(name)}. ${hint}`,
    path: ['transform'],
    found: name,
    nearest,
  });
  return undefined;
}

function resolveOperation(
  { resource: resourceName, operation: name }: RecordStepSpec,
  vocabulary: RecordVocabulary,
  problems: RecordProblems,
): Pick<ResolvedStep, 'operation' | 'resource'> {
  if (resourceName === undefined && name === undefined) return {};
  if (resourceName === undefined || name === undefined) {
    const [given, absent] =
      name === undefined
        ? (['resource', 'operation'] as const)
        : (['operation', 'resource'] as const);
    if (problems.isAt([absent])) return {};
    const owners = name === undefined ? '' : ownersHint(name, vocabulary);
    const message = `The step names ${given === 'resource' ? 'a resource' : 'an operation'} without the ${absent}. Give both.${owners}`;
    problems.add({ code: 'RECORD_SPEC_INVALID', message, path: [absent] });
    return {};
  }
  const resource = vocabulary.resources.find((one) => one.name === resourceName);
  const operation = resource?.operations.find((one) => one.name === name);
  if (!resource || !operation) {
    reportUnknown({ resource: resourceName, operation: name }, vocabulary, problems);
    return {};
  }
  const refusal = vocabulary.refuse?.(resource, operation);
  if (!refusal) return { resource, operation };
  problems.refuse(refusal.code, refusal.message, ['operation']);
  return {};
}

function reportUnknown(
  names: { readonly resource: string; readonly operation: string },
  vocabulary: RecordVocabulary,
  problems: RecordProblems,
): void {
  const allowed = allowedOperations(vocabulary);
  const operations = allowed.get(names.resource);
  if (operations === undefined) {
    const { nearest, hint } = suggestName(names.resource, [...allowed.keys()]);
    problems.add({
      code: 'RECORD_UNKNOWN_RESOURCE',
      message: `There is no resource ${nameInMessage(names.resource)}. ${hint}${ownersHint(names.operation, vocabulary)}`,
      path: ['resource'],
      found: names.resource,
      nearest,
    });
    return;
  }
  const { nearest, hint } = suggestName(names.operation, operations);
  problems.add({
    code: 'RECORD_UNKNOWN_OPERATION',
    message: `${nameInMessage(names.resource)} has no operation ${nameInMessage(names.operation)}. ${hint}${ownersHint(names.operation, vocabulary)}`,
    path: ['operation'],
    found: names.operation,
    nearest,
  });
}

/** What this caller may use: names of operations by the name of their resource. */
function allowedOperations(vocabulary: RecordVocabulary): ReadonlyMap<string, readonly string[]> {
  const allowed = new Map<string, readonly string[]>();
  for (const resource of vocabulary.resources) {
    const operations = resource.operations.filter(
      (operation) => vocabulary.refuse?.(resource, operation) === undefined,
    );
    if (operations.length > 0) allowed.set(resource.name, operations.map(nameOf));
  }
  return allowed;
}

/** Says which resources do have an operation of this name. */
function ownersHint(operation: string, vocabulary: RecordVocabulary): string {
  const owners = [...allowedOperations(vocabulary)]
    .filter(([, operations]) => operations.includes(operation))
    .map(([resource]) => nameInMessage(resource));
  return owners.length === 0 ? '' : ` It is an operation of ${owners.slice(0, 5).join(', ')}.`;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
