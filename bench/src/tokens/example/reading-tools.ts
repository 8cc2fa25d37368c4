import { defineTool, type ToolDefinition, type ToolSource, untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import { analyze, comments, findPost, platforms, posts, searchPosts } from './community.ts';

const text = () => untrusted(z.string());
const platform = () => z.enum(['reddit', 'hackernews', 'devto']);
const limit = () => z.int().min(1).max(50).default(10);

function defineReading<Input extends z.ZodType, Output extends z.ZodType>(
  source: Omit<ToolSource<Input, Output>, 'category' | 'effect'>,
): ToolDefinition {
  return defineTool<Input, Output>({ category: 'reading', effect: 'read', ...source });
}

/** The seven small tools that read. */
export const readingTools: readonly ToolDefinition[] = [
  defineReading({
    name: 'list_platforms',
    title: 'List platforms',
    description: 'Lists the communities that can be read and written to, with how busy each is.',
    input: () => z.strictObject({}),
    output: () =>
      z.object({ platforms: z.array(z.object({ name: z.string(), posts_per_day: z.int() })) }),
    run: async () => ({ platforms: platforms.map((one) => ({ ...one })) }),
  }),
  defineReading({
    name: 'get_trending',
    title: 'Get trending posts',
    description:
      'Lists what is read most on one platform right now, best first. For a topic of your own use search.',
    input: () => z.strictObject({ platform: platform(), limit: limit() }),
    output: () =>
      z.object({
        posts: z.array(z.object({ id: z.string(), title: text(), score: z.int() })),
      }),
    run: async (args) => ({
      posts: posts
        .filter((post) => post.platform === args.platform)
        .sort((one, other) => other.score - one.score)
        .slice(0, args.limit)
        .map(({ id, title, score }) => ({ id, title, score })),
    }),
  }),
  defineReading({
    name: 'search',
    title: 'Search posts',
    description:
      'Finds posts about a topic, on all platforms or some. Gives the beginning of each; read the rest with get_post.',
    input: () =>
      z.strictObject({
        query: z.string().min(1).max(200),
        platforms: z.array(platform()).max(3).optional(),
        limit: limit(),
      }),
    output: () =>
      z.object({
        posts: z.array(
          z.object({
            id: z.string(),
            platform: z.string(),
            title: text(),
            author: text(),
            excerpt: text(),
            score: z.int(),
            comment_count: z.int(),
            created_at: z.string(),
          }),
        ),
      }),
    run: async ({ query, platforms: where = [], limit: most }) => ({
      posts: searchPosts(query, where)
        .slice(0, most)
        .map(({ body, ...post }) => ({ ...post, excerpt: body.slice(0, 160) })),
    }),
  }),
  defineReading({
    name: 'analyze_post',
    title: 'Analyze a post',
    description:
      'Says how well an answer would fit a post: relevance from 0 to 1, tone and reason.',
    input: () => z.strictObject({ post_id: z.string() }),
    output: () =>
      z.object({
        post_id: z.string(),
        relevance: z.number(),
        tone: z.string(),
        reason: z.string(),
      }),
    run: async ({ post_id }) => ({ post_id, ...analyze(findPost(post_id)) }),
  }),
  defineReading({
    name: 'get_post',
    title: 'Get a post',
    description: 'Returns one post with its whole text. Its comments are in get_comments.',
    input: () => z.strictObject({ post_id: z.string() }),
    output: () =>
      z.object({
        id: z.string(),
        platform: z.string(),
        title: text(),
        body: text(),
        author: text(),
        score: z.int(),
        comment_count: z.int(),
        created_at: z.string(),
      }),
    run: async ({ post_id }) => findPost(post_id),
  }),
  defineReading({
    name: 'get_comments',
    title: 'Get comments',
    description: 'Lists the comments below a post, best first.',
    input: () => z.strictObject({ post_id: z.string(), limit: limit() }),
    output: () =>
      z.object({
        comments: z.array(
          z.object({ id: z.string(), author: text(), body: text(), score: z.int() }),
        ),
      }),
    run: async (args) => ({ comments: comments.slice(0, args.limit).map((one) => ({ ...one })) }),
  }),
  defineReading({
    name: 'get_author',
    title: 'Get an author',
    description: 'Returns what an author has posted here, to see whether they are a regular.',
    input: () => z.strictObject({ username: z.string() }),
    output: () =>
      z.object({ username: text(), posts: z.array(z.object({ id: z.string(), title: text() })) }),
    run: async ({ username }) => ({
      username,
      posts: posts
        .filter(({ author }) => author === username)
        .map(({ id, title }) => ({ id, title })),
    }),
  }),
];
