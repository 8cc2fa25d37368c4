import type { CallContext } from '../context.ts';
import { redactText, redactValue } from '../redaction/redact.ts';
import { makeVisible } from '../schema/visible-text.ts';
import { countTargets } from './count-targets.ts';
import type { Demand } from './demands.ts';
import type { DescribeCall } from './describe-call.ts';
import type { StepGrant } from './grant.ts';
import { stateDigestOf } from './state-digest.ts';

/** What a person is shown, and what the steps may then do. */
export interface Preview {
  readonly text: string;
  readonly grants: ReadonlyMap<number, StepGrant>;
}

/** Lines of its own that a tool adds to a preview at most. */
const maximumOwnLines = 40;
/** Characters of such a line. */
const longestOwnLine = 500;

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
  const own = isApproved ? [] : await Promise.all(demands.map(ownLines));
  const guilds = [...new Set(described.flatMap((description) => description.guilds))];
  const grants = new Map<number, StepGrant>();
  const blocks = demands.map((demand, index) => {
    const count = countTargets(demand.definition, demand.args);
    const templated = isTemplated(demand.step, demand.args);
    if (demand.step !== undefined) {
      const state = stateDigestOf(demand.definition, demand.context.state);
      const shown = { tool: demand.tool, templated, guilds, count };
      grants.set(demand.step, state === undefined ? shown : { ...shown, state });
    }
    const lines = [...(described[index]?.lines ?? []), ...(own[index] ?? [])];
    return toBlock(demand, lines, { count, templated });
  });
  return { text: blocks.join('\n'), grants };
}

/** Before anything is shortened: half a secret is not known by its looks. */
function withoutSecrets(args: Demand['args']): Demand['args'] {
  return redactValue(args) as Demand['args'];
}

/** What only the tool can say of its call: without secrets, each on one line, and not without end. */
async function ownLines({ definition, args, context }: Demand): Promise<readonly string[]> {
  const lines = (await definition.previewLines?.(args, context)) ?? [];
  const shown = lines.slice(0, maximumOwnLines).map((line) => {
    const text = showHidden(redactText(line).replace(/\s*[\r\n]\s*/g, ' '));
    return text.length > longestOwnLine ? `${text.slice(0, longestOwnLine)}…` : text;
  });
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more lines that are not shown`] : shown;
}

/** Hidden characters written out, but for pairs of marks that keep right-to-left text in its place. */
function showHidden(line: string): string {
  return line
    .split(/(\u2068[^\u2066-\u2069]*\u2069)/u)
    .map((part, index) =>
      index % 2 === 0 ? makeVisible(part) : `\u2068${makeVisible(part.slice(1, -1))}\u2069`,
    )
    .join('');
}

function toBlock(
  { tool, step, place: named, reason, definition }: Demand,
  lines: readonly string[],
  { count, templated }: { readonly count: number; readonly templated: boolean },
): string {
  const place = step === undefined ? '' : `${named ?? `Step ${step + 1}`}: `;
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
