import { discordTools } from '@guildline/discord-adapter';
import type { ToolDefinition } from '@guildline/mcp-core';
import type { ListedTool } from './ask-program.ts';
import { countJsonTokens } from './count-tokens.ts';
import { type DiscordOperation, discordOperations } from './discord-operations.ts';
import { fitPlane } from './fit-plane.ts';

/** Tools of the finished server. */
const finalTools = 230;

/** Means over some tools or operations. */
export interface Mean extends DiscordOperation {
  readonly tokens: number;
}

/** What the full surface will cost once every tool exists. */
export interface Projection {
  readonly tools: number;
  /** Tools that are not there yet. */
  readonly missing: number;
  /** Tokens that a tool costs, by what Discord says of its operation. */
  readonly perTool: number;
  readonly perArgument: number;
  readonly perProperty: number;
  /** The Discord tools that exist. */
  readonly now: Mean;
  /** The operations of Discord that no tool covers; their tokens are estimated. */
  readonly toCome: Mean;
  readonly tokens: number;
  /** If every missing tool were as large as the mean of today's. */
  readonly tokensAtMeanNow: number;
}

/**
 * Projects the full surface. Each operation of Discord that no tool covers is estimated from its
 * number of arguments and of properties in its answer, as the tools that exist come out by these.
 */
export function projectSurface(listed: readonly ListedTool[]): Projection {
  const tools = discordTools(() => Promise.reject(new Error('Listed without a connection.')));
  const tokensOf = new Map(listed.map((tool) => [tool.name, countJsonTokens(tool)]));
  const existing = tools.filter(({ name }) => tokensOf.has(name));
  const samples = existing.flatMap((tool) => toSample(tool, tokensOf.get(tool.name) ?? 0));
  const [perTool = 0, perArgument = 0, perProperty = 0] = fitPlane(
    samples.map(({ takes, gives, tokens }) => ({ known: [1, takes, gives], measured: tokens })),
  );
  const covered = new Set(tools.flatMap(({ routes = [] }) => routes.map(toKey)));
  const estimates = [...discordOperations]
    .filter(([route]) => !covered.has(toKey(route)))
    .map(([, { takes, gives }]) => ({
      takes,
      gives,
      tokens: perTool + perArgument * takes + perProperty * gives,
    }));
  const missing = Math.max(0, finalTools - listed.length);
  const now = {
    ...meanOf(samples),
    tokens: mean(existing.map(({ name }) => tokensOf.get(name) ?? 0)),
  };
  const toCome = meanOf(estimates);
  const listedTokens = countJsonTokens({ tools: listed });
  return {
    tools: finalTools,
    missing,
    perTool,
    perArgument,
    perProperty,
    now,
    toCome,
    tokens: listedTokens + missing * toCome.tokens,
    tokensAtMeanNow: listedTokens + missing * now.tokens,
  };
}

const operationsByKey = new Map([...discordOperations].map(([route, one]) => [toKey(route), one]));

/** A tool for one operation of Discord; a raid's clean-up is many, and there are no more of these. */
function toSample({ category, routes }: ToolDefinition, tokens: number): Mean[] {
  const operation = operationsByKey.get(toKey(routes?.[0] ?? ''));
  return operation && category !== 'raids' ? [{ ...operation, tokens }] : [];
}

/** A route whatever its parameters are called. */
function toKey(route: string): string {
  return route.replaceAll(/\{[^}]+\}/g, '{}');
}

function meanOf(all: readonly Mean[]): Mean {
  return {
    takes: mean(all.map(({ takes }) => takes)),
    gives: mean(all.map(({ gives }) => gives)),
    tokens: mean(all.map(({ tokens }) => tokens)),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
