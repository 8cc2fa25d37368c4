/** A post of a made-up community. */
export interface Post {
  readonly id: string;
  readonly platform: string;
  readonly title: string;
  readonly author: string;
  readonly created_at: string;
  readonly score: number;
  readonly comment_count: number;
  readonly body: string;
}

/** A comment below a post. */
export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly score: number;
  readonly body: string;
}

export const platforms: readonly { readonly name: string; readonly posts_per_day: number }[] = [
  { name: 'reddit', posts_per_day: 5200 },
  { name: 'hackernews', posts_per_day: 1100 },
  { name: 'devto', posts_per_day: 640 },
];

/** The same posts for every run, so that the figures are the same as well. */
export const posts: readonly Post[] = [
  {
    id: '1kx81q',
    platform: 'reddit',
    title: 'My MCP server has 40 tools and the model keeps picking the wrong one',
    author: 'terrace_owl',
    created_at: '2030-03-02T08:14:00.000Z',
    score: 412,
    comment_count: 4,
    body: 'I wrapped our whole internal API as an MCP server, one tool for each endpoint, because that felt like the honest way to do it. Now the tool list alone is something like thirty thousand tokens, every answer is slow, and the model calls list_orders when it should call search_orders about one time in five. I tried longer descriptions, which made the list longer and the choice no better. Has anybody found a way to keep all of the functions and show fewer tools? I would rather not maintain two servers, and I do not want to lose the audit trail of single calls either.',
  },
  {
    id: '1kx93b',
    platform: 'reddit',
    title: 'Show: a small MCP server for our library of board games',
    author: 'meeple_math',
    created_at: '2030-03-02T10:40:00.000Z',
    score: 158,
    comment_count: 23,
    body: 'Weekend project. It knows which games we own, who borrowed what, and suggests one for the number of people at the table. Six tools, no database, a JSON file is enough.',
  },
  {
    id: '1kxa07',
    platform: 'reddit',
    title: 'How do you test an MCP server without paying for a model?',
    author: 'unit_testa',
    created_at: '2030-03-02T11:05:00.000Z',
    score: 96,
    comment_count: 31,
    body: 'I would like my tests to cover the whole path from the protocol to the database, but not the model. Is there a client that simply makes the calls that I tell it to make?',
  },
  {
    id: '1kxb55',
    platform: 'reddit',
    title: 'PSA: the protocol has no sessions any more, do not keep state in the connection',
    author: 'quietly_stateless',
    created_at: '2030-03-01T19:22:00.000Z',
    score: 287,
    comment_count: 64,
    body: 'If your server remembers things between calls, key them by the caller and by a handle that you return, not by the connection. Ours broke on the day we put a second replica behind the load balancer.',
  },
  {
    id: '40112233',
    platform: 'hackernews',
    title: 'Tool lists are the new bundle size',
    author: 'pdqsort',
    created_at: '2030-03-01T15:00:00.000Z',
    score: 530,
    comment_count: 211,
    body: 'We measured what common servers add to a context before the first question is asked. The largest takes a quarter of the window.',
  },
  {
    id: 'mcp-in-a-day',
    platform: 'devto',
    title: 'Your first MCP server in a day',
    author: 'nadia_writes',
    created_at: '2030-02-28T07:30:00.000Z',
    score: 74,
    comment_count: 9,
    body: 'A friendly walk from an empty folder to a server that answers three questions about the weather.',
  },
];

/** The comments below the post that everything is about. */
export const comments: readonly Comment[] = [
  {
    id: 'mu1',
    author: 'quietly_stateless',
    score: 133,
    body: 'Group them by what people want to do, not by endpoint. We went from 38 tools to 9 and the wrong picks went away almost completely. The old functions are still there, they are only not listed.',
  },
  {
    id: 'mu2',
    author: 'pixel_gardener',
    score: 71,
    body: 'Same here. What helped most was not the number but that results stopped travelling through the model. If step two needs the ids of step one, let the server keep them.',
  },
  {
    id: 'mu3',
    author: 'grumpy_linter',
    score: 18,
    body: 'Or just write better descriptions. People put three paragraphs of marketing into them and wonder why the model is confused.',
  },
  {
    id: 'mu4',
    author: 'terrace_owl',
    score: 25,
    body: 'Thanks, both. Is there a library for the keeping part, or did you write that yourselves? I would need it to work with more than one replica.',
  },
];

export function findPost(id: string): Post {
  const post = posts.find((one) => one.id === id);
  if (!post) throw new Error(`There is no post ${id}.`);
  return post;
}

/** Posts with a word of the query in their title or body, best score first. */
export function searchPosts(query: string, where: readonly string[]): Post[] {
  const words = query.toLowerCase().split(/\s+/);
  return posts
    .filter(({ platform }) => where.length === 0 || where.includes(platform))
    .filter(({ title, body }) =>
      words.some((word) => `${title} ${body}`.toLowerCase().includes(word)),
    )
    .sort((one, other) => other.score - one.score);
}

/** How well a post fits a topic, and why. */
export function analyze({ title, body, comment_count }: Post): {
  relevance: number;
  tone: string;
  reason: string;
} {
  const asks = body.includes('?');
  const open = comment_count < 10;
  return {
    relevance: ((asks ? 50 : 20) + (open ? 30 : 10) + (/tools?\b/i.test(title) ? 15 : 0)) / 100,
    tone: asks ? 'looking for help' : 'sharing',
    reason: `${asks ? 'Asks a question' : 'Asks nothing'}, ${open ? 'few have answered' : 'many have answered'}.`,
  };
}
