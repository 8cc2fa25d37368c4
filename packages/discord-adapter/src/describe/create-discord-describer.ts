import type {
  CallContext,
  CallDescription,
  DescribeCall,
  PlannedCall,
  ToolDefinition,
} from '@guildline/mcp-core';
import type { DiscordClient } from '../rest/create-discord-client.ts';
import { showText } from '../text/show-name.ts';
import { describeArgument } from './describe-argument.ts';
import { describeObjects } from './describe-objects.ts';
import { describePeople } from './describe-people.ts';
import { describePlaces, isPlaceGroup, type Places } from './describe-places.ts';
import { LookUps } from './look-ups.ts';
import { type IdGroup, isLiteral, sortArguments } from './planned-arguments.ts';

/** Lines that a person is shown of one call. */
const maximumLines = 40;

/**
 * Describes Discord calls for a person who approves them: where, whom, what is lost, what is said and
 * why, with names in place of ids. Names and texts are fenced, on one line and shortened. Costs at
 * most 15 reads, 30 for all calls of a batch, and five seconds; what was not found says so. Never rejects.
 */
export function createDiscordDescriber(source: {
  readonly client: Pick<DiscordClient, 'read'>;
}): DescribeCall {
  // The calls of one batch are described with one context, and share what was found and its bounds.
  const shared = new WeakMap<CallContext, LookUps>();
  return async (call, context) => {
    const lookUps = shared.get(context)?.another() ?? new LookUps(source.client, context);
    shared.set(context, lookUps);
    try {
      return await describe(call, context, lookUps);
    } catch {
      // A call that cannot be described is shown as it is, and reaches no guild that anybody knows.
      return { lines: [`arguments: ${showArguments(call)}`], guilds: [] };
    }
  };
}

async function describe(
  { tool: name, args }: PlannedCall,
  context: CallContext,
  lookUps: LookUps,
): Promise<CallDescription> {
  const tool = context.tools.find(name);
  const { groups, others } = sortArguments(tool, args);
  const places = await describePlaces(groups, lookUps);
  const objects = await Promise.all(
    groups
      .filter((group) => !isPlaceGroup(group))
      .map((group) => describeGroup(group, places, lookUps)),
  );
  const lines = [
    ...places.lines,
    ...objects.flat(),
    ...others.map(([argument, value]) => describeArgument(argument, value)),
    ...(tool?.destructive ? [`what it does: ${firstSentence(tool)}`] : []),
  ];
  return { lines: shorten(lines), guilds: places.guilds };
}

function describeGroup(group: IdGroup, places: Places, lookUps: LookUps): Promise<string[]> {
  const guildId = places.guilds.find(isLiteral);
  if (group.kind === 'user') return describePeople(group, guildId, lookUps);
  return describeObjects(group, { guildId, channelId: places.channelId, lookUps });
}

/** The last line, which says what is lost, stays. */
function shorten(lines: readonly string[]): readonly string[] {
  if (lines.length <= maximumLines) return lines;
  const more = lines.length - maximumLines + 1;
  return [
    ...lines.slice(0, maximumLines - 2),
    `and ${more} more lines that are not shown`,
    ...lines.slice(-1),
  ];
}

function firstSentence({ description }: ToolDefinition): string {
  return /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
}

function showArguments({ args }: PlannedCall): string {
  try {
    return showText(JSON.stringify(args), 500);
  } catch {
    return 'unreadable';
  }
}
