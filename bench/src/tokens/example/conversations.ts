import type { StateDefinition, ToolDefinition } from '@guildline/mcp-core';
import { readingTools } from './reading-tools.ts';
import { exampleState, statefulTools } from './stateful-tools.ts';
import { writingTools } from './writing-tools.ts';

/** A call as a model makes it. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What the model calls next, from the results so far. It is told the structured ones. */
export type NextCall = (results: readonly unknown[]) => ModelCall;

/** One way to do the example, with the calls that a model would make. */
export interface Conversation {
  readonly name: string;
  readonly tools: readonly ToolDefinition[];
  readonly state?: StateDefinition;
  /** Names of the meta tools that are there as well. */
  readonly metaTools: readonly string[];
  readonly calls: readonly NextCall[];
}

/** What the person asked for. */
export const request =
  'Find a discussion about MCP servers on reddit where an answer of ours would help, and post one.';

/** What the model writes. */
const answer =
  'You can keep all forty functions and list only a few: put the ones that belong together behind one tool, and let the server keep what one step hands to the next. The single calls still go through your audit log. Start with the two that are mixed up most, list_orders and search_orders.';

const smallTools = [...readingTools, ...writingTools];

interface Posts {
  readonly posts: readonly { readonly id: string }[];
}

const postId = (results: readonly unknown[]) => {
  const [, , found] = results as readonly [unknown, unknown, Posts];
  return found.posts[0]?.id ?? '';
};

/** Nine calls, one after the other. */
const callByCall: Conversation = {
  name: 'call by call',
  tools: smallTools,
  metaTools: [],
  calls: [
    () => ({ name: 'list_platforms', arguments: {} }),
    () => ({ name: 'get_trending', arguments: { platform: 'reddit' } }),
    () => ({ name: 'search', arguments: { query: 'MCP server', platforms: ['reddit'] } }),
    (results) => ({ name: 'analyze_post', arguments: { post_id: postId(results) } }),
    (results) => ({ name: 'get_post', arguments: { post_id: postId(results) } }),
    (results) => ({ name: 'get_comments', arguments: { post_id: postId(results) } }),
    () => ({ name: 'check_rate_limit', arguments: { platform: 'reddit' } }),
    (results) => ({ name: 'preview', arguments: { post_id: postId(results), text: answer } }),
    (results) => ({ name: 'write_comment', arguments: { post_id: postId(results), text: answer } }),
  ],
};

const best = '{{found.posts[0].id}}';
const readingSteps = [
  { tool: 'list_platforms', args: {} },
  { tool: 'get_trending', args: { platform: 'reddit' } },
  { id: 'found', tool: 'search', args: { query: 'MCP server', platforms: ['reddit'] } },
  { tool: 'analyze_post', args: { post_id: best } },
  { id: 'post', tool: 'get_post', args: { post_id: best } },
  { tool: 'get_comments', args: { post_id: best } },
];
const writingSteps = (post_id: string) => [
  { tool: 'check_rate_limit', args: { platform: 'reddit' } },
  { id: 'check', tool: 'preview', args: { post_id, text: answer } },
  { tool: 'write_comment', args: { post_id, text: answer }, if: '{{check.ok}}' },
];

/** All nine in one request: the model picks and writes before it has read. */
const onePipeline: Conversation = {
  name: 'one mcp_pipeline',
  tools: smallTools,
  metaTools: ['mcp_pipeline'],
  calls: [
    () => ({
      name: 'mcp_pipeline',
      arguments: { steps: [...readingSteps, ...writingSteps(best)] },
    }),
  ],
};

interface Ran {
  readonly variables: { readonly post: { readonly id: string } };
}

/** Two requests: the model reads what the first found, and writes its answer for the second. */
const twoPipelines: Conversation = {
  name: 'two mcp_pipelines',
  tools: smallTools,
  metaTools: ['mcp_pipeline'],
  calls: [
    () => ({ name: 'mcp_pipeline', arguments: { steps: readingSteps } }),
    (results) => {
      const [first] = results as readonly [Ran];
      return {
        name: 'mcp_pipeline',
        arguments: { steps: writingSteps(first.variables.post.id) },
      };
    },
  ],
};

interface Scouted {
  readonly opportunities: readonly { readonly id: string }[];
}

/** The three tools that keep what lies between them. */
const stateful: Conversation = {
  name: 'scout, draft, strike',
  tools: statefulTools,
  state: exampleState,
  metaTools: ['_status'],
  calls: [
    () => ({ name: 'scout', arguments: { topic: 'MCP server', platforms: ['reddit'] } }),
    (results) => ({ name: 'draft', arguments: { opportunity_id: firstOpportunity(results) } }),
    (results) => ({
      name: 'strike',
      arguments: {
        opportunity_id: firstOpportunity(results),
        action: 'comment',
        content: answer,
      },
    }),
  ],
};

function firstOpportunity(results: readonly unknown[]): string {
  const [scouted] = results as readonly [Scouted];
  return scouted.opportunities[0]?.id ?? '';
}

/**
 * An example that mcp-pipeline 0.1.0 for Python compares itself by, done in four ways. Source: its
 * README, "Before & After".
 */
export const conversations: readonly Conversation[] = [
  callByCall,
  onePipeline,
  twoPipelines,
  stateful,
];
