import { askProgram, type ListedTool } from './ask-program.ts';
import { countJsonTokens, countTokens } from './count-tokens.ts';
import { conversations } from './example/conversations.ts';
import { type ConversationCost, holdConversation } from './example/hold-conversation.ts';
import { type Projection, projectSurface } from './project-surface.ts';

/** What a list or a part of one costs. */
export interface Cost {
  readonly bytes: number;
  readonly tokens: number;
}

/** One tool's entry in the list. */
export interface ToolCost extends Cost {
  readonly name: string;
  /** Tokens of its parts. */
  readonly description: number;
  readonly input: number;
  readonly output: number;
}

/** `tools/list` on one surface. */
export interface SurfaceCost extends Cost {
  readonly surface: string;
  readonly tools: readonly ToolCost[];
}

/** Everything that is measured. The same in every run of the same program. */
export interface TokenReport {
  readonly surfaces: readonly SurfaceCost[];
  /** Mean tokens of an answer of `tools_search`. */
  readonly searchAnswer: number;
  readonly projection: Projection;
  readonly conversations: readonly ConversationCost[];
}

/** What a community manager asks for every day. */
const questions = [
  'which channels are there',
  'send a message to a channel',
  'give somebody a role',
];

/** Measures the built program's tool lists, and the example over a real client. */
export async function measureTokens(): Promise<TokenReport> {
  const full = await askProgram('full');
  const progressive = await askProgram('progressive', questions);
  const costs: ConversationCost[] = [];
  for (const conversation of conversations) costs.push(await holdConversation(conversation));
  return {
    surfaces: [toSurfaceCost('progressive', progressive.tools), toSurfaceCost('full', full.tools)],
    searchAnswer: countTokens(progressive.found.join('')) / questions.length,
    projection: projectSurface(full.tools),
    conversations: costs,
  };
}

function toSurfaceCost(surface: string, tools: readonly ListedTool[]): SurfaceCost {
  return { surface, ...toCost({ tools }), tools: tools.map(toToolCost) };
}

function toToolCost(tool: ListedTool): ToolCost {
  return {
    name: tool.name,
    ...toCost(tool),
    description: countTokens(tool.description ?? ''),
    input: countJsonTokens(tool.inputSchema),
    output: tool.outputSchema ? countJsonTokens(tool.outputSchema) : 0,
  };
}

function toCost(value: object): Cost {
  const json = JSON.stringify(value);
  return { bytes: Buffer.byteLength(json), tokens: countTokens(json) };
}
