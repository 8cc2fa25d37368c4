import {
  type Call,
  type CallContext,
  type Caller,
  type Middleware,
  type ResultOutcome,
  ToolError,
} from '@guildline/mcp-core';
import type { DiscordClient } from '../rest/create-discord-client.ts';
import { AllowLists } from './allow-lists.ts';
import { cutDown } from './cut-down.ts';
import { Homes } from './homes.ts';
import { isChannelLike } from './judge-as-a-whole.ts';
import { type JudgeSource, judgeCall } from './judge-call.ts';
import { findMarkedIds, readPlannedArguments } from './marked-ids.ts';
import { plannedCalls } from './planned-calls.ts';
import { type CallRefusal, toRefusalError } from './refusal.ts';
import type { ScopeLists } from './scope-lists.ts';

/** The parts of {@link createDiscordScope}. */
export interface DiscordScopeSource {
  readonly client: Pick<DiscordClient, 'read'>;
  /** Asked anew for each call, so that a reload counts at once. */
  readonly listsOf: (caller: Caller) => ScopeLists;
  /** Of what is remembered between calls. */
  readonly clock: CallContext['clock'];
}

/**
 * Keeps calls within allow-lists of guilds and channels; belongs to the place `scope`. Every id among
 * the arguments counts, for reads as well as writes. What names its guild only to Discord is looked up
 * with one GET, of whose answer ids are kept and nothing is told. The calls of a composer are judged
 * before its first one as far as their ids are known by then, and again when they are made. Results
 * that list guilds or channels are cut down to the allowed ones.
 *
 * Refuses with `GUILD_NOT_ALLOWED` or `CHANNEL_NOT_ALLOWED`, also whatever could not be judged.
 */
export function createDiscordScope({ client, listsOf, clock }: DiscordScopeSource): Middleware {
  const homes = new Homes({ client, clock });
  return async (call, next) => {
    const { context } = call;
    const lists = listsOf(context.caller);
    if (!lists.guilds && !lists.channels) return next(call);
    const source = { lists: new AllowLists(lists, homes, context), homes, context };
    const [first, ...others] = await judgeOrRefuse(call, source);
    if (first) throw toRefusalError([first, ...others]);
    const outcome = await next(call);
    if (outcome.kind !== 'result') return outcome;
    return cutDownOrKeepBack(outcome, call, source);
  };
}

/** A check that breaks lets nothing through. */
async function judgeOrRefuse(call: Call, source: JudgeSource): Promise<CallRefusal[]> {
  try {
    const refusals = await judgeDirect(call, source);
    return refusals.length > 0 ? refusals : await judgePlanned(call, source);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return [{ code: source.lists.code, tool: call.tool.name, reason: 'unchecked' }];
  }
}

/** A result that cannot be checked is kept back; a change that was made is not denied for that. */
async function cutDownOrKeepBack(
  outcome: ResultOutcome,
  { tool, args }: Call,
  source: JudgeSource,
): Promise<ResultOutcome> {
  try {
    const ids = findMarkedIds(tool, args);
    const guildId = ids.find(({ kind }) => kind === 'guild')?.id;
    const namesPlace = guildId !== undefined || ids.some(isChannelLike);
    return await cutDown(outcome, { ...source, guildId, namesPlace });
  } catch (cause) {
    const isRead = tool.effect === 'read';
    if (isRead && cause instanceof ToolError) throw cause;
    throw new ToolError({
      code: source.lists.code,
      message: `${isRead ? 'The result' : `${tool.name} was applied, but its result`} could not be held against the allow-list and is kept back.`,
      outcome: isRead ? 'not_applied' : 'applied',
      cause,
    });
  }
}

async function judgeDirect({ tool, args }: Call, source: JudgeSource): Promise<CallRefusal[]> {
  const refusals = await judgeCall({ tool, args }, source);
  return refusals.map((refusal) => ({ ...refusal, tool: tool.name }));
}

async function judgePlanned(call: Call, source: JudgeSource): Promise<CallRefusal[]> {
  const refusals = await Promise.all(
    plannedCalls(call).map(async ({ tool: name, args }, step): Promise<CallRefusal[]> => {
      const tool = call.context.tools.find(name);
      if (!tool || tool.calls) return [];
      const parsed = tool.input().safeParse(args);
      const isDraft = !parsed.success || JSON.stringify(args).includes('{{');
      const planned = isDraft ? readPlannedArguments(tool, args) : args;
      const refused = await judgeCall({ tool, args: planned, isDraft }, source);
      return refused.map((refusal) => ({ ...refusal, tool: name, step }));
    }),
  );
  return refusals.flat();
}
