import {
  createDispatcher,
  createRegistry,
  defineTool,
  id,
  marks,
  metaTools,
  type Outcome,
  type ToolDefinition,
  ToolError,
  type ToolSource,
} from '@guildline/mcp-core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createDiscordScope, type ScopeLists } from '../../src/index.ts';
import { reference } from '../../src/schema/snowflake.ts';
import { errorIn, resultIn } from './start-scope.ts';

const guild = '100000000000000001';
const other = '100000000000000002';

type Fields = Partial<ToolSource<z.ZodType, z.ZodType>>;

/** A tool that says it talks to Discord, and counts its runs. */
function countedTool(input: () => z.ZodType, more: Fields = {}) {
  const runs: unknown[] = [];
  const tool = defineTool({
    name: 'things_do',
    category: 'things',
    title: 'Do things',
    description: 'Does things.',
    input,
    output: () => z.object({}),
    effect: 'once',
    routes: ['POST /things'],
    run: async (args: unknown) => {
      runs.push(args);
      return {};
    },
    ...more,
  } as ToolSource<z.ZodType, z.ZodType>);
  return { tool, runs };
}

function startDispatch(
  tool: ToolDefinition,
  lists: ScopeLists | (() => ScopeLists),
  answer: (route: string) => unknown = () => {
    throw new ToolError({ code: 'DISCORD_NOT_FOUND', message: 'Hidden Harbor' });
  },
) {
  const clock = { now: () => 0 };
  const asked: string[] = [];
  const dispatch = createDispatcher({
    tools: createRegistry({ tools: [tool, ...metaTools()] }),
    clock,
    onion: {
      scope: createDiscordScope({
        clock,
        listsOf: () => [typeof lists === 'function' ? lists() : lists],
        client: {
          read: async <Body>(route: string) => {
            asked.push(route);
            return answer(route) as Body;
          },
        },
      }),
    },
  });
  const call = (args: unknown, more: object = {}): Promise<Outcome> =>
    dispatch(tool.name, args, { caller: { id: 'ann', groups: [] }, ...more });
  const runStep = (args: unknown): Promise<Outcome> =>
    dispatch(
      'mcp_pipeline',
      { steps: [{ tool: tool.name, args }] },
      { caller: { id: 'ann', groups: [] } },
    );
  return { call, runStep, asked };
}

const guilds = { guilds: new Set([guild]) };

describe('an id that is of no use without its guild', () => {
  test.each(['message', 'role', 'emoji', 'attachment', 'tag', 'role or user', 'thing'])(
    'is refused if it is a %s and stands alone',
    async (kind) => {
      const { tool, runs } = countedTool(() => z.strictObject({ thing_id: id(kind) }), {
        effect: 'read',
      });
      const { call, asked } = startDispatch(tool, guilds);
      const error = errorIn(await call({ thing_id: '1' }));
      expect(error).toMatchObject({ code: 'GUILD_NOT_ALLOWED', outcome: 'not_applied' });
      expect(error.message).toContain('thing_id');
      expect([runs, asked]).toEqual([[], []]);
    },
  );

  test('is refused if it is a user and something is done to them', async () => {
    const { tool, runs } = countedTool(() => z.strictObject({ user_id: id('user') }));
    const { call } = startDispatch(tool, guilds);
    expect(errorIn(await call({ user_id: '1' })).code).toBe('GUILD_NOT_ALLOWED');
    expect(runs).toEqual([]);
  });

  test('is let through beside a guild', async () => {
    const { tool, runs } = countedTool(() =>
      z.strictObject({ guild_id: id('guild'), role_ids: z.array(id('role')) }),
    );
    const { call } = startDispatch(tool, guilds);
    resultIn(await call({ guild_id: guild, role_ids: ['1', '2'] }));
    expect(runs).toHaveLength(1);
  });
});

test('ids of a list that is marked as a whole are judged one by one', async () => {
  const { tool, runs } = countedTool(() => {
    const list = z.array(z.string());
    marks.add(list, { refersTo: 'guild' });
    return z.strictObject({ guild_ids: list });
  });
  const { call } = startDispatch(tool, guilds);
  expect(errorIn(await call({ guild_ids: [guild, other] })).message).toContain(other);
  resultIn(await call({ guild_ids: [guild] }));
  expect(runs).toHaveLength(1);
});

test('ids in a list that a step holds as JSON text are judged before the first step', async () => {
  const { tool, runs } = countedTool(() =>
    z.strictObject({ channel_ids: z.array(id('channel')), text: z.string() }),
  );
  const { runStep, asked } = startDispatch(tool, guilds);
  const step = { channel_ids: '["1", "2"]', text: '["1"]' };
  const error = errorIn(await runStep(step));
  expect(error.message).toContain('step 1 (things_do), channel_ids[1]: channel 2 could not be');
  expect([runs, asked]).toEqual([[], ['/channels/1', '/channels/2']]);
});

describe.each([
  ['invite', 'invite_code', 'welcome', '/invites/welcome', { guild: { id: guild } }],
  ['template', 'template_code', 'start', '/guilds/templates/start', { source_guild_id: guild }],
  ['sticker', 'sticker_id', '5', '/stickers/5', { id: '5', type: 2, guild_id: guild }],
  ['webhook', 'webhook_id', '5', '/webhooks/5', { id: '5', guild_id: guild }],
] as const)('an id of the kind %s', (kind, name, value, route, body) => {
  const start = (answer: unknown) => {
    const counted = countedTool(() => z.strictObject({ [name]: id(kind) }));
    return { ...counted, ...startDispatch(counted.tool, guilds, () => answer) };
  };

  test('is let through if it is at home in an allowed guild', async () => {
    const { call, asked, runs } = start(body);
    resultIn(await call({ [name]: value }));
    expect([asked, runs.length]).toEqual([[route], 1]);
  });

  test('is refused if it is at home elsewhere', async () => {
    const { call, runs } = start(JSON.parse(JSON.stringify(body).replaceAll(guild, other)));
    expect(errorIn(await call({ [name]: value })).message).toContain(
      'does not belong to a guild on the allow-list',
    );
    expect(runs).toEqual([]);
  });

  test('is refused if nobody knows where it is at home', async () => {
    const { call, runs } = start({});
    expect(errorIn(await call({ [name]: value })).message).toContain('could not be resolved');
    expect(runs).toEqual([]);
  });
});

test('an event is resolved with its guild, and refused without', async () => {
  const { tool, runs } = countedTool(() =>
    z.strictObject({ guild_id: id('guild').optional(), event_id: id('event') }),
  );
  const { call, asked } = startDispatch(tool, guilds);
  expect(errorIn(await call({ event_id: '1' })).message).toContain('could not be resolved');
  resultIn(await call({ event_id: '1', guild_id: guild }));
  expect([asked, runs.length]).toEqual([[], 1]);
});

test("a sticker of Discord's own belongs to everybody", async () => {
  const { tool } = countedTool(() => z.strictObject({ sticker_id: id('sticker') }));
  const { call } = startDispatch(tool, guilds, () => ({ id: '5', type: 1 }));
  resultIn(await call({ sticker_id: '5' }));
});

test('a change that names nothing is refused, a read that names nothing is not', async () => {
  for (const lists of [guilds, { channels: new Set(['1']) }]) {
    const write = countedTool(() => z.strictObject({}));
    const { call } = startDispatch(write.tool, lists);
    expect(errorIn(await call({})).message).toContain('names no guild or channel');
    expect(write.runs).toEqual([]);
    const read = countedTool(() => z.strictObject({}), { effect: 'read' });
    resultIn(await startDispatch(read.tool, lists).call({}));
  }
});

test('a tool that asks Discord for nothing may do so without a place', async () => {
  const { tool, runs } = countedTool(() => z.strictObject({ note_id: id('note') }));
  const { routes: _, ...local } = tool;
  resultIn(await startDispatch(local, guilds).call({ note_id: '1' }));
  expect(runs).toHaveLength(1);
});

describe('a check that fails lets nothing through', () => {
  const channelTool = (more: Fields = {}) =>
    countedTool(() => z.strictObject({ channel_id: id('channel') }), more);

  test.each<[string, () => unknown, boolean]>([
    ['Discord fails', () => thrown('DISCORD_UNAVAILABLE', true), true],
    ['no answer comes', () => thrown('DISCORD_TIMEOUT', true), true],
    ['Discord refuses', () => thrown('DISCORD_PERMISSION_DENIED'), false],
    ['there is no such thing', () => thrown('DISCORD_NOT_FOUND'), false],
    ['the client is broken', () => JSON.parse('Hidden Harbor'), false],
  ])('if %s', async (_what, answer, retriable) => {
    for (const lists of [guilds, { channels: new Set(['1']) }]) {
      const { tool, runs } = channelTool();
      const error = errorIn(await startDispatch(tool, lists, answer).call({ channel_id: '5' }));
      expect(error.code).toBe('guilds' in lists ? 'GUILD_NOT_ALLOWED' : 'CHANNEL_NOT_ALLOWED');
      expect(error).toMatchObject({ retriable, outcome: 'not_applied' });
      expect(error.message).toContain('could not be resolved');
      expect(JSON.stringify(error)).not.toMatch(/Hidden Harbor|DISCORD/);
      expect(runs).toEqual([]);
    }
  });

  test('if a missing token is the cause it says so', async () => {
    const { tool, runs } = channelTool();
    const { call } = startDispatch(tool, guilds, () => thrown('DISCORD_UNAUTHORIZED'));
    expect(errorIn(await call({ channel_id: '5' })).code).toBe('DISCORD_UNAUTHORIZED');
    expect(runs).toEqual([]);
  });

  test('if the lists cannot be read', async () => {
    const { tool, runs } = channelTool();
    const lists = () => {
      throw new Error('The configuration is gone.');
    };
    expect(errorIn(await startDispatch(tool, lists).call({ channel_id: '5' })).outcome).toBe(
      'not_applied',
    );
    expect(runs).toEqual([]);
  });

  test('if a listed channel cannot be asked for its guild', async () => {
    const { tool, runs } = countedTool(() => z.strictObject({ guild_id: id('guild') }), {
      category: 'roles',
    });
    const { call } = startDispatch(tool, { channels: new Set(['1', '2']) }, (route) =>
      route === '/channels/1' ? { id: '1', guild_id: other } : thrown('DISCORD_UNAVAILABLE', true),
    );
    expect(errorIn(await call({ guild_id: guild }))).toMatchObject({ retriable: true });
    expect(runs).toEqual([]);
    resultIn(await call({ guild_id: other }));
  });

  test('if the lists hold something that is no set', async () => {
    const { tool, runs } = channelTool();
    const lists = { guilds: [guild] as unknown as Set<string> };
    const body = () => ({ id: '5', guild_id: guild });
    const error = errorIn(await startDispatch(tool, lists, body).call({ channel_id: '5' }));
    expect(error.message).toContain('could not be checked');
    expect(runs).toEqual([]);
  });
});

function thrown(
  code: ConstructorParameters<typeof ToolError>[0]['code'],
  retriable = false,
): never {
  throw new ToolError({ code, message: 'Hidden Harbor', retriable });
}

describe('a result', () => {
  const output = () =>
    z.object({
      things: z.array(
        z.object({
          guild_id: reference('guild').nullable(),
          channel_id: reference('channel').optional(),
          parts: z.array(z.object({ guild_id: reference('guild') })).optional(),
          name: z.string(),
        }),
      ),
      home: reference('guild').optional(),
    });
  const readTool = (result: unknown, more: Fields = {}) =>
    countedTool(() => z.strictObject({}), {
      effect: 'read',
      output,
      run: async () => result,
      ...more,
    } as Fields).tool;

  test('loses the items whose own guild is not allowed, and their parts with them', async () => {
    const result = {
      things: [
        { guild_id: guild, name: 'ours', parts: [{ guild_id: other }, { guild_id: guild }] },
        { guild_id: other, name: 'Hidden Harbor', parts: [{ guild_id: guild }] },
        { guild_id: null, name: 'nobody knows whose' },
      ],
    };
    const outcome = await startDispatch(readTool(result), guilds).call({});
    expect(outcome).toMatchObject({
      structured: {
        things: [
          { guild_id: guild, name: 'ours', parts: [{ guild_id: guild }] },
          { guild_id: null, name: 'nobody knows whose' },
        ],
      },
      meta: { 'guildline/left_out': 2 },
    });
    expect(JSON.stringify(outcome)).not.toContain('Hidden Harbor');
  });

  test('loses channels of no guild, if the call names no place', async () => {
    const result = { things: [{ guild_id: null, channel_id: '7', name: 'a direct message' }] };
    expect(resultIn(await startDispatch(readTool(result), guilds).call({}))).toEqual({
      things: [],
    });
  });

  test('that stands for a guild of its own is refused to a reader', async () => {
    const result = { things: [], home: other };
    const error = errorIn(await startDispatch(readTool(result), guilds).call({}));
    expect(error).toMatchObject({ code: 'GUILD_NOT_ALLOWED', outcome: 'not_applied' });
    expect(JSON.stringify(error)).not.toContain(other);
  });

  test('of a change that was made is told, wherever it ended up', async () => {
    const tool = countedTool(() => z.strictObject({ guild_id: id('guild') }), {
      output,
      run: async () => ({ things: [], home: other }),
    } as Fields).tool;
    expect(resultIn(await startDispatch(tool, guilds).call({ guild_id: guild }))).toEqual({
      things: [],
      home: other,
    });
  });

  test('of a change that cannot be checked is kept back, and the change is not denied', async () => {
    const controller = new AbortController();
    const tool = countedTool(() => z.strictObject({ channel_id: id('channel') }), {
      output,
      run: async () => {
        controller.abort();
        return { things: [{ guild_id: other, name: 'x' }] };
      },
    } as Fields).tool;
    const { call } = startDispatch(tool, { channels: new Set(['5']) }, () =>
      controller.signal.aborted ? thrown('CANCELLED') : { id: '5', guild_id: guild },
    );
    const error = errorIn(await call({ channel_id: '5' }, { signal: controller.signal }));
    expect(error).toMatchObject({ outcome: 'applied' });
    expect(error.message).toContain('things_do was applied');
  });
});
