import { defineTool, type ToolDefinition } from '@guildline/mcp-core';
import * as z from 'zod';
import { findPost } from './community.ts';

const platform = () => z.enum(['reddit', 'hackernews', 'devto']);
const written = () =>
  z.object({ id: z.string(), url: z.string(), status: z.enum(['posted', 'held']) });

/** The receipt of something that was written. */
export function toReceipt(id: string): { id: string; url: string; status: 'posted' } {
  return { id, url: `https://community.example/c/${id}`, status: 'posted' };
}

/** The seven small tools that write, or that prepare it. */
export const writingTools: readonly ToolDefinition[] = [
  defineTool({
    name: 'check_rate_limit',
    category: 'writing',
    title: 'Check the rate limit',
    description: 'Says how many comments may still be written on a platform, and until when.',
    input: () => z.strictObject({ platform: platform() }),
    output: () => z.object({ platform: z.string(), remaining: z.int(), resets_at: z.string() }),
    effect: 'read',
    run: async (args) => ({
      platform: args.platform,
      remaining: 4,
      resets_at: '2030-03-02T13:00:00.000Z',
    }),
  }),
  defineTool({
    name: 'preview',
    category: 'writing',
    title: 'Preview a comment',
    description: 'Checks a comment against the rules of its community without posting it.',
    input: () => z.strictObject({ post_id: z.string(), text: z.string().max(10_000) }),
    output: () => z.object({ ok: z.boolean(), length: z.int(), problems: z.array(z.string()) }),
    effect: 'read',
    run: async ({ text }) => ({ ok: true, length: text.length, problems: [] }),
  }),
  defineTool({
    name: 'write_comment',
    category: 'writing',
    title: 'Write a comment',
    description:
      'Posts a comment below a post. It is public at once and cannot be taken back here.',
    input: () => z.strictObject({ post_id: z.string(), text: z.string().min(1).max(10_000) }),
    output: written,
    effect: 'once',
    run: async ({ post_id }) => toReceipt(`${findPost(post_id).id}-c1`),
  }),
  defineTool({
    name: 'reply_to_comment',
    category: 'writing',
    title: 'Reply to a comment',
    description:
      'Posts a reply below a comment. For an answer to the post itself use write_comment.',
    input: () => z.strictObject({ comment_id: z.string(), text: z.string().min(1).max(10_000) }),
    output: written,
    effect: 'once',
    run: async ({ comment_id }) => toReceipt(`${comment_id}-r1`),
  }),
  defineTool({
    name: 'create_post',
    category: 'writing',
    title: 'Create a post',
    description:
      'Publishes a post of its own on a platform. To join a discussion use write_comment.',
    input: () =>
      z.strictObject({
        platform: platform(),
        title: z.string().min(1).max(300),
        body: z.string().max(40_000),
      }),
    output: written,
    effect: 'once',
    run: async () => toReceipt('p1'),
  }),
  defineTool({
    name: 'vote',
    category: 'writing',
    title: 'Vote',
    description: 'Votes a post up or down, or takes the vote back.',
    input: () => z.strictObject({ post_id: z.string(), direction: z.enum(['up', 'down', 'none']) }),
    output: () => z.object({ post_id: z.string(), score: z.int() }),
    effect: 'idempotent',
    run: async ({ post_id }) => ({ post_id, score: findPost(post_id).score + 1 }),
  }),
  defineTool({
    name: 'list_history',
    category: 'writing',
    title: 'List what was written',
    description: 'Lists what this account has written lately, newest first.',
    input: () => z.strictObject({ limit: z.int().min(1).max(50).default(10) }),
    output: () =>
      z.object({
        entries: z.array(z.object({ id: z.string(), url: z.string(), written_at: z.string() })),
      }),
    effect: 'read',
    run: async () => ({ entries: [] }),
  }),
];
