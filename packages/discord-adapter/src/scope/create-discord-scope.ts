import {
  type Call,
  type CallBounds,
  type CallContext,
  type Caller,
  type Middleware,
  type PlannedCall,
  type ResultOutcome,
  type ToolDefinition,
  ToolError,
} from '@guildline/mcp-core';
import type { DiscordClient } from '../rest/create-discord-client.ts';
import { AllowLists } from './allow-lists.ts';
import { toBoundSource } from './bounds.ts';
import { cutDown } from './cut-down.ts';
import { Homes, UnknownHome } from './homes.ts';
import { isChannelLike } from './judge-as-a-whole.ts';
import { type JudgedCall, type JudgeSource, judgeCall } from './judge-call.ts';
import { findMarkedIds, readPlannedArguments } from './marked-ids.ts';
import { findMarkedItems } from './marked-items.ts';
import { plannedCalls } from './planned-calls.ts';
import { type CallRefusal, toBoundError, toRefusalError } from './refusal.ts';
import type { ScopeLists } from './scope-lists.ts';

/** The parts of {@link createDiscordScope}. */
export interface DiscordScopeSource {
  readonly client: Pick<DiscordClient, 'read'>;
  /**
   * Where a caller may use a tool: a call has to fit one of these lists whole. Asked anew for each
   * call, so that a reload counts at once.
   */
  readonly listsOf: (caller: Caller, tool: ToolDefinition) => readonly ScopeLists[];
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
 * Refuses with `GUILD_NOT_ALLOWED` or `CHANNEL_NOT_ALLOWED`, also whatever could not be judged. What
 * leaves the bounds of a workflow is judged in the same way, and refused with
 * `WORKFLOW_TARGET_MISMATCH`.
 */
export function createDiscordScope({ client, listsOf, clock }: DiscordScopeSource): Middleware {
  const homes = new Homes({ client, clock });
  const sourcesOf: SourcesOf = (tool, context) => {
    const scopes = listsOf(context.caller, tool);
    if (scopes.some((lists) => !lists.guilds && !lists.channels)) return 'unlimited';
    // A caller without any scope fits nowhere.
    const closed = scopes.length > 0 ? scopes : [{ guilds: new Set<string>() }];
    return closed.map((lists) => ({
      lists: new AllowLists(lists, homes, context),
      homes,
      context,
    }));
  };
  return async (call, next) => {
    const sources = sourcesOf(call.tool, call.context);
    const judged = sources === 'unlimited' ? open : await judgeBySources(call, sources);
    refuseIf(judged.refusals);
    if (call.tool.calls) refuseIf(await judgePlanned(call, sourcesOf));
    await refuseOutside(call, homes);
    const outcome = await next(call);
    if (outcome.kind !== 'result' || judged.admitting.length === 0) return outcome;
    return cutDownOrKeepBack(outcome, call, judged.admitting);
  };
}

type SourcesOf = (
  tool: ToolDefinition,
  context: CallContext,
) => readonly JudgeSource[] | 'unlimited';

/** What the scopes of a call say: those that admit it, or why the first one does not. */
interface Judged {
  readonly admitting: readonly JudgeSource[];
  readonly refusals: readonly CallRefusal[];
}

const open: Judged = { admitting: [], refusals: [] };

/** Judges a call by each scope. A check that breaks lets nothing through. */
async function judgeBySources(call: JudgedCall, sources: readonly JudgeSource[]): Promise<Judged> {
  const judged = await Promise.all(sources.map((source) => judgeOrRefuse(call, source)));
  const admitting = sources.filter((_source, index) => judged[index]?.length === 0);
  return { admitting, refusals: admitting.length > 0 ? [] : (judged[0] ?? []) };
}

async function judgeOrRefuse(call: JudgedCall, source: JudgeSource): Promise<CallRefusal[]> {
  const { name } = call.tool;
  try {
    const refusals = await judgeCall(call, source);
    return refusals.map((refusal) => ({ ...refusal, tool: name }));
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return [{ code: source.lists.code, tool: name, reason: 'unchecked' }];
  }
}

/** Judges the calls of a composer, each by the scopes of its own tool. */
async function judgePlanned(call: Call, sourcesOf: SourcesOf): Promise<CallRefusal[]> {
  const { context } = call;
  const refusals = await Promise.all(
    plannedCalls(call).map(async ({ tool: name, args }, step): Promise<CallRefusal[]> => {
      const tool = context.tools.find(name);
      if (!tool || tool.calls) return [];
      const sources = sourcesOf(tool, context);
      if (sources === 'unlimited') return [];
      const judged = await judgeBySources(toJudgedCall(tool, args), sources);
      return judged.refusals.map((refusal) => ({ ...refusal, step }));
    }),
  );
  return refusals.flat();
}

/** Refuses a call, and the calls that a composer plans, beyond what a workflow is bound to. */
async function refuseOutside(call: Call, homes: Homes): Promise<void> {
  const { tool, args, context } = call;
  const own = context.bounds ? await judgeByBounds(call, context.bounds, homes, context) : [];
  const bounds = tool.bounds?.(args);
  const planned = await Promise.all(
    (bounds ? plannedCalls(call) : []).map(async ({ tool: name, args: inner }, step) => {
      const definition = context.tools.find(name);
      if (!definition || definition.calls || !bounds) return [];
      const judged = toJudgedCall(definition, inner);
      const refusals = await judgeByBounds(judged, bounds, homes, context);
      return refusals.map((refusal) => ({ ...refusal, step }));
    }),
  );
  const [first, ...others] = [...own, ...planned.flat()];
  if (first) throw toBoundError([first, ...others]);
}

async function judgeByBounds(
  call: JudgedCall,
  bounds: CallBounds,
  homes: Homes,
  context: CallContext,
): Promise<readonly CallRefusal[]> {
  try {
    const source = await toBoundSource(bounds, call.tool, homes, context);
    return (await judgeBySources(call, [source])).refusals;
  } catch (error) {
    if (!(error instanceof UnknownHome)) throw error;
    const { retriable } = error;
    return [{ code: 'CHANNEL_NOT_ALLOWED', tool: call.tool.name, reason: 'unresolved', retriable }];
  }
}

function toJudgedCall(tool: ToolDefinition, args: PlannedCall['args']): JudgedCall {
  const isDraft = !tool.input().safeParse(args).success || JSON.stringify(args).includes('{{');
  return { tool, args: isDraft ? readPlannedArguments(tool, args) : args, isDraft };
}

function refuseIf([first, ...others]: readonly CallRefusal[]): void {
  if (first) throw toRefusalError([first, ...others]);
}

/** A result that cannot be checked is kept back; a change that was made is not denied for that. */
async function cutDownOrKeepBack(
  outcome: ResultOutcome,
  { tool, args }: Call,
  sources: readonly JudgeSource[],
): Promise<ResultOutcome> {
  try {
    const items = findMarkedItems(outcome.tool, outcome.structured);
    if (items.length === 0) return outcome;
    const ids = findMarkedIds(tool, args);
    const guildId = ids.find(({ kind }) => kind === 'guild')?.id;
    const namesPlace = guildId !== undefined || ids.some(isChannelLike);
    return await cutDown(
      outcome,
      items,
      sources.map((source) => ({ ...source, guildId, namesPlace })),
    );
  } catch (cause) {
    const isRead = tool.effect === 'read';
    if (isRead && cause instanceof ToolError) throw cause;
    throw new ToolError({
      code: sources[0]?.lists.code ?? 'GUILD_NOT_ALLOWED',
      message: `${isRead ? 'The result' : `${tool.name} was applied, but its result`} could not be held against the allow-list and is kept back.`,
      outcome: isRead ? 'not_applied' : 'applied',
      cause,
    });
  }
}
