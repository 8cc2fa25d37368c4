import type { DataRecord, Transform, TransformOutcome } from '../../../src/index.ts';

/** What a transform makes of values, each with what came into its step. */
export async function apply(
  transform: Transform,
  settings: DataRecord,
  values: readonly unknown[],
  incoming: readonly unknown[] = values,
): Promise<readonly TransformOutcome[]> {
  const open = await transform.open(settings, {
    clock: { now: () => 0 },
    signal: { aborted: false },
    sink: { write: async () => {} },
  });
  const outcomes = await open.apply(values, incoming);
  await open.finish();
  await open.close();
  return outcomes;
}

/** What a transform makes of one value: the value, or the message of the failure. */
export async function shape(
  transform: Transform,
  settings: DataRecord,
  value: unknown,
  incoming: unknown = value,
): Promise<unknown> {
  const [outcome] = await apply(transform, settings, [value], [incoming]);
  if (!outcome) throw new Error('no outcome');
  return 'failure' in outcome ? outcome.failure.message : outcome.values[0];
}
