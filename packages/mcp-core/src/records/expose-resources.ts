import {
  type RecordResource as CompiledResource,
  type RecordType,
  type RecordVocabulary,
  type Transform,
  toRecordTransform,
} from '@guildline/pipeline-core';
import type { Registry } from '../registry.ts';
import { ExposedOperation } from './exposed-operation.ts';
import type { RecordResource } from './record-resource.ts';

/** A resource as the compiler sees it, with what it was made from. */
export interface ExposedResource extends CompiledResource {
  readonly source: RecordResource;
  readonly operations: readonly ExposedOperation[];
}

/** Everything that a spec can name, whoever asks. */
export interface Exposed extends RecordVocabulary {
  readonly resources: readonly ExposedResource[];
  readonly types: readonly RecordType[];
}

/**
 * Puts resources and the tools that they name together. A tool that does not exist is left out: its
 * operation is unknown then.
 *
 * @throws TypeError if two resources, or two operations of one, have the same name, or if a resource
 * and its tools do not agree on the caller's identity
 */
export function exposeResources(
  resources: readonly RecordResource[],
  transforms: readonly Transform[],
  tools: Registry,
): Exposed {
  refuseTwins(
    'resources',
    resources.map(({ name }) => name),
  );
  const exposed = resources.map((source): ExposedResource => {
    const { name, description, concurrency } = source;
    const operations = source.operations.flatMap((operation) => {
      const tool = tools.find(operation.tool);
      return tool ? [new ExposedOperation(source, operation, tool)] : [];
    });
    refuseTwins(
      `operations of ${name}`,
      operations.map((operation) => operation.name),
    );
    checkIdentity(source, operations);
    return {
      source,
      name,
      description,
      operations,
      ...(concurrency === undefined ? {} : { concurrency }),
    };
  });
  const types = exposed.flatMap(toTypes);
  return { resources: exposed, transforms: withBridges(transforms, exposed), types };
}

/** Every type that an operation gives has a transform to `Record`, the currency. */
function withBridges(
  transforms: readonly Transform[],
  resources: readonly ExposedResource[],
): readonly Transform[] {
  const given = resources.flatMap(({ operations }) => operations.map(({ output }) => output));
  const types = [...new Set(given)].filter((type) => type !== undefined && !isGeneral(type));
  const bridges = (types as string[]).map(toRecordTransform);
  const isNew = ({ name }: Transform) => transforms.every((transform) => transform.name !== name);
  return [...transforms, ...bridges.filter(isNew)];
}

function refuseTwins(what: string, names: readonly string[]): void {
  const twin = names.find((name, index) => names.indexOf(name) !== index);
  if (twin !== undefined) throw new TypeError(`Two ${what} are named ${twin}.`);
}

function checkIdentity(resource: RecordResource, operations: readonly ExposedOperation[]): void {
  const wanted = resource.callerIdentity ?? false;
  const odd = operations.find(({ definition }) => (definition.callerIdentity ?? false) !== wanted);
  if (!odd) return;
  throw new TypeError(
    `${resource.name} and its tool ${odd.tool} do not agree on callerIdentity. Declare it on both or on neither.`,
  );
}

/** Types whose look is known: declared, or of an operation that gives them, sources first. */
function toTypes({ source, operations }: ExposedResource): readonly RecordType[] {
  const types = new Map<string, RecordType>();
  const givers = [...operations].sort((one, other) => +other.iterates - +one.iterates);
  for (const { name, description, schema } of source.types ?? []) {
    const giver = givers.find(({ output }) => output === name);
    types.set(name, {
      name,
      description,
      get schema() {
        return schema ?? giver?.recordSchema ?? true;
      },
    });
  }
  for (const giver of givers) {
    const { output } = giver;
    if (output === undefined || isGeneral(output) || types.has(output)) continue;
    types.set(output, {
      name: output,
      description: `What ${giver.name} of ${source.name} gives.`,
      get schema() {
        return giver.recordSchema ?? true;
      },
    });
  }
  return [...types.values()];
}

/** `Record` and `object` are no type of anybody's. */
function isGeneral(type: string): boolean {
  return type === 'Record' || type === 'object';
}
