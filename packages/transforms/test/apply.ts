import type {
  DataRecord,
  OpenTransform,
  Transform,
  TransformOutcome,
  TransformPorts,
} from '@guildline/pipeline-core';

/** Ports whose sink keeps what is written, and counts the pieces. */
export function createPorts(resumeFrom?: unknown): TransformPorts & {
  readonly chunks: (string | Uint8Array)[];
  signal: { aborted: boolean };
} {
  const chunks: (string | Uint8Array)[] = [];
  return {
    clock: { now: () => Date.UTC(2026, 10, 30) },
    signal: { aborted: false },
    chunks,
    sink: {
      write: async (chunk) => {
        chunks.push(chunk);
      },
    },
    ...(resumeFrom !== undefined && { resumeFrom }),
  };
}

/** Opens a transform, lets `use` work with it, and closes it in any case. */
export async function withTransform<Result>(
  transform: Transform,
  settings: DataRecord,
  use: (open: OpenTransform) => Promise<Result>,
  ports: TransformPorts = createPorts(),
): Promise<Result> {
  const open = await transform.open(settings, ports);
  try {
    return await use(open);
  } finally {
    await open.close();
  }
}

/** Puts values through a transform in one run and gives their outcomes. */
export async function applyOnce(
  transform: Transform,
  settings: DataRecord,
  values: readonly unknown[],
  incoming: readonly unknown[] = values,
): Promise<readonly TransformOutcome[]> {
  return await withTransform(transform, settings, (open) => open.apply(values, incoming));
}

/** The message of a failure, or the values as JSON if there is none. */
export function toMessage(outcome: TransformOutcome | undefined): string {
  if (!outcome) return 'no outcome';
  return 'failure' in outcome ? outcome.failure.message : `gave ${JSON.stringify(outcome.values)}`;
}
