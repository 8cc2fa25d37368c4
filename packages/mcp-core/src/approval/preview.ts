import type { CallContext } from '../context.ts';
import { redactValue } from '../redaction/redact.ts';
import { countTargets } from './count-targets.ts';
import type { Demand } from './demands.ts';
import type { DescribeCall } from './describe-call.ts';
import type { StepGrant } from './grant.ts';

/** What a person is shown, and what the steps may then do. */
export interface Preview {
  readonly text: string;
  readonly grants: ReadonlyMap<number, StepGrant>;
}

/**
 * Writes a preview of everything in a call that needs an approval. Once it is approved nobody reads
 * the text, and only templates need to know which guilds the batch was shown to touch.
 */
export async function createPreview(
  demands: readonly Demand[],
  describe: DescribeCall,
  context: CallContext,
  { isApproved }: { readonly isApproved: boolean },
): Promise<Preview> {
  const isRead = !isApproved || demands.some(({ step, args }) => isTemplated(step, args));
  const described = isRead
    ? await Promise.all(
        demands.map(({ tool, args }) => describe({ tool, args: withoutSecrets(args) }, context)),
      )
    : [];
  const guilds = [...new Set(described.flatMap((description) => description.guilds))];
  const grants = new Map<number, StepGrant>();
  const blocks = demands.map((demand, index) => {
    const count = countTargets(demand.definition, demand.args);
    const templated = isTemplated(demand.step, demand.args);
    if (demand.step !== undefined) {
      grants.set(demand.step, { tool: demand.tool, templated, guilds, count });
    }
    const lines = described[index]?.lines ?? [];
    return toBlock(demand, lines, { count, templated });
  });
  return { text: blocks.join('\n'), grants };
}

/** Before anything is shortened: half a secret is not known by its looks. */
function withoutSecrets(args: Demand['args']): Demand['args'] {
  return redactValue(args) as Demand['args'];
}

function toBlock(
  { tool, step, reason, definition }: Demand,
  lines: readonly string[],
  { count, templated }: { readonly count: number; readonly templated: boolean },
): string {
  const place = step === undefined ? '' : `Step ${step + 1}: `;
  const facts = [
    ...lines,
    ...(count > 1 ? [`how many: ${templated ? 'at most ' : ''}${count}`] : []),
    ...(templated ? ['{{ … }} is filled in when the step runs, in the same guild'] : []),
    ...(definition.destructive ? ['This cannot be undone.'] : []),
  ];
  return [
    `${place}${tool} (${definition.title}). ${reason}`,
    ...facts.map((fact) => `  ${fact}`),
  ].join('\n');
}

/** True if a string anywhere inside a step may hold a template. A call by itself holds none. */
function isTemplated(step: number | undefined, args: Demand['args']): boolean {
  return step !== undefined && JSON.stringify(args).includes('{{');
}
