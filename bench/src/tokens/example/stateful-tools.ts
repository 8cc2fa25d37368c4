import { defineState, defineTool, type ToolDefinition, untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import { analyze, comments, findPost, type Post, searchPosts } from './community.ts';
import { toReceipt } from './writing-tools.ts';

/** What the three tools share. The model sees none of it but what they answer. */
export const exampleState = defineState({
  opportunities: () => z.record(z.string(), z.string()),
  contexts: () => z.record(z.string(), z.object({ post_id: z.string() })),
  history: () => z.array(z.object({ opportunity_id: z.string(), url: z.string() })),
});

const text = () => untrusted(z.string());
type Scouted = readonly { readonly handle: string; readonly post: Post }[];

const scout = defineTool({
  name: 'scout',
  category: 'outreach',
  title: 'Find discussions',
  description:
    'Looks through communities for discussions worth joining: trending, search, analysis and ranking in one. Returns the best three with ids for draft.',
  input: () =>
    z.strictObject({
      topic: z.string().min(1).max(200),
      platforms: z
        .array(z.enum(['reddit', 'hackernews', 'devto']))
        .max(3)
        .optional(),
    }),
  output: () =>
    z.object({
      opportunities: z.array(
        z.object({
          id: z.string(),
          platform: z.string(),
          title: text(),
          relevance: z.number(),
          comments: z.int(),
          reason: z.string(),
        }),
      ),
      total_scanned: z.int(),
      summary: z.string(),
    }),
  effect: 'read',
  run: async ({ topic, platforms = [] }): Promise<{ best: Scouted; scanned: number }> => {
    const found = searchPosts(topic, platforms);
    const ranked = found.sort((one, other) => analyze(other).relevance - analyze(one).relevance);
    const best = ranked.slice(0, 3).map((post, index) => ({ handle: `opp_${index + 1}`, post }));
    return { best, scanned: found.length };
  },
  returns: ({ best, scanned }) => ({
    opportunities: best.map(({ handle, post }) => ({
      id: handle,
      platform: post.platform,
      title: post.title.slice(0, 80),
      relevance: analyze(post).relevance,
      comments: post.comment_count,
      reason: analyze(post).reason,
    })),
    total_scanned: scanned,
    summary: `${best.length} of ${scanned} discussions`,
  }),
  stores: {
    opportunities: ({ best }) =>
      Object.fromEntries(best.map(({ handle, post }) => [handle, post.id])),
  },
});

const draft = defineTool({
  name: 'draft',
  category: 'outreach',
  title: 'Gather context',
  description:
    'Reads a discussion that scout found, with its comments, and sums up what an answer needs: text, tone and what others said. You write the answer; strike posts it.',
  input: () => z.strictObject({ opportunity_id: z.string() }),
  output: () =>
    z.object({
      title: text(),
      body_summary: text(),
      comment_count: z.int(),
      top_comments: z.array(text()),
      tone: z.string(),
      suggested_approach: z.string(),
    }),
  effect: 'read',
  requires: 'opportunities',
  run: async ({ opportunity_id }, context): Promise<Post> =>
    findPost(exampleState.get(context, 'opportunities')[opportunity_id] ?? ''),
  returns: (post) => ({
    title: post.title,
    body_summary: post.body.slice(0, 500),
    comment_count: post.comment_count,
    top_comments: comments.slice(0, 3).map(({ body }) => body.slice(0, 200)),
    tone: analyze(post).tone,
    suggested_approach: 'Answer the question first, name your own project last.',
  }),
  stores: {
    contexts: ({ id }, { args, previous }) => ({
      ...(previous as Record<string, object> | undefined),
      [args.opportunity_id]: { post_id: id },
    }),
  },
});

const strike = defineTool({
  name: 'strike',
  category: 'outreach',
  title: 'Post the answer',
  description:
    'Checks the rate limit and the rules of the community, posts what you wrote for a discussion that draft has prepared, and keeps a record of it.',
  input: () =>
    z.strictObject({
      opportunity_id: z.string(),
      action: z.enum(['comment', 'post']),
      content: z.string().min(1).max(10_000),
    }),
  output: () => z.object({ url: z.string(), status: z.enum(['posted', 'held']) }),
  effect: 'once',
  requires: 'contexts',
  run: async ({ opportunity_id }, context) => {
    const prepared = exampleState.get(context, 'contexts')[opportunity_id];
    const { url, status } = toReceipt(`${findPost(prepared?.post_id ?? '').id}-c1`);
    return { url, status };
  },
  stores: {
    history: ({ url }, { args, previous }) => [
      ...((previous as readonly object[] | undefined) ?? []),
      { opportunity_id: args.opportunity_id, url },
    ],
  },
});

/** The three tools that do the same as the nine calls, and keep what lies between them. */
export const statefulTools: readonly ToolDefinition[] = [scout, draft, strike];
