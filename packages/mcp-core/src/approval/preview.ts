import type { CallContext } from '../context.ts';
import { countTargets } from './count-targets.ts';
import type { Demand } from './demands.ts';
import type { DescribeCall } from './describe-call.ts';
import type { StepGrant } from './grant.ts';

/** What a person is shown, and what the steps may then do. */
export interface Preview {
  readonly text: string;
  readonly grants: ReadonlyMap<number, StepGrant>;
}

/** Writes a preview of everything in a call that needs an approval. */
export async function createPreview(
  demands: readonly Demand[],
  describe: DescribeCall,
  context: CallContext,
): Promise<Preview> {
  const described = await Promise.all(demands.map((demand) => describe(demand, context)));
  const guilds = [...new Set(described.flatMap((description) => description.guilds))];
  const grants = new Map<number, StepGrant>();
  const blocks = demands.map((demand, index) => {
    const count = countTargets(demand.definition, demand.args);
    const templated = holdsTemplate(demand.args);
    if (demand.step !== undefined) {
      grants.set(demand.step, { tool: demand.tool, templated, guilds, count });
    }
    const lines = described[index]?.lines ?? [];
    return toBlock(demand, lines, { count, templated });
  });
  return { text: blocks.join('\n'), grants };
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

/** True if a string anywhere inside may hold a template. */
function holdsTemplate(value: unknown): boolean {
  return JSON.stringify(value)?.includes('{{') ?? false;
}
