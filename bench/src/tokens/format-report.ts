import type { ConversationCost } from './example/hold-conversation.ts';
import { formatColumns } from './format-columns.ts';
import type { Mean, Projection } from './project-surface.ts';
import type { SurfaceCost, TokenReport } from './report.ts';

/** The report as tables, each under its heading. */
export function formatReport(report: TokenReport): Readonly<Record<string, string>> {
  const { surfaces, projection, conversations } = report;
  return {
    'tools/list, tokens in o200k_base': formatSurfaces(report),
    'The full surface, projected': formatProjection(projection),
    'The example in four ways, tokens': formatConversations(conversations),
    'Claimed and measured': formatClaims(conversations),
    'Each tool, tokens': formatTools(surfaces),
  };
}

function formatSurfaces({ surfaces, searchAnswer }: TokenReport): string {
  return formatColumns([
    ['', 'tools', 'bytes', 'tokens', 'largest tool'],
    ...surfaces.map(({ surface, tools, bytes, tokens }) => [
      surface,
      tools.length,
      bytes,
      tokens,
      Math.max(...tools.map((tool) => tool.tokens)),
    ]),
    ['an answer of tools_search', '', '', searchAnswer, ''],
  ]);
}

function formatProjection(projection: Projection): string {
  const { tools, missing, now, toCome, tokens, tokensAtMeanNow } = projection;
  const toLine = (basis: string, { takes, gives, tokens: each }: Mean, total: number) => [
    basis,
    missing,
    takes.toFixed(1),
    gives.toFixed(1),
    each,
    total,
  ];
  return formatColumns([
    [`${tools} tools`, 'missing', 'arguments', 'properties', 'tokens each', 'all tokens'],
    toLine("by Discord's description of the missing ones", toCome, tokens),
    toLine("if they were as large as today's", now, tokensAtMeanNow),
  ]);
}

function formatConversations(costs: readonly ConversationCost[]): string {
  const [baseline] = costs;
  return formatColumns([
    ['', 'tools', 'calls', 'list', 'messages', 'sent again and again', '', 'sent once', ''],
    ...costs.map((cost) => [
      cost.name,
      cost.tools,
      cost.rounds,
      cost.list,
      cost.messages,
      cost.resent,
      toChange(cost.resent, baseline?.resent),
      cost.once,
      toChange(cost.once, baseline?.once),
    ]),
  ]);
}

/**
 * What mcp-pipeline 0.1.0 for Python says of its example, call by call and with three tools that share
 * state, beside what was measured.
 */
function formatClaims(costs: readonly ConversationCost[]): string {
  const before = costs[0];
  const after = costs.at(-1);
  if (!before || !after) return '';
  const lists = toChange(after.listResent, before.listResent);
  const everything = toChange(after.resent, before.resent);
  return formatColumns([
    ['', 'claimed', '', 'measured', ''],
    ['tools listed', 14, 3, before.tools, after.tools],
    ['calls', 9, 3, before.rounds, after.rounds],
    ['tokens of the list', '~3,000', '~500', before.list, after.list],
    ['… times the calls', '~27,000', '~4,500', before.listResent, after.listResent],
    ['… reduced by', '', '~83 %', '', lists],
    ['everything sent again and again', '', '', before.resent, after.resent],
    ['… reduced by', '', '', '', everything],
  ]);
}

function toChange(cost: number, baseline = cost): string {
  const percent = Math.round((cost / baseline - 1) * 100);
  return percent === 0 ? '' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

/** The tools of all surfaces, the largest first. */
function formatTools(surfaces: readonly SurfaceCost[]): string {
  const tools = new Map(surfaces.flatMap((one) => one.tools.map((tool) => [tool.name, tool])));
  return formatColumns([
    ['', 'bytes', 'tokens', 'description', 'input', 'output'],
    ...[...tools.values()]
      .sort((one, other) => other.tokens - one.tokens || (one.name < other.name ? -1 : 1))
      .map(({ name, bytes, tokens, description, input, output }) => [
        name,
        bytes,
        tokens,
        description,
        input,
        output,
      ]),
  ]);
}
