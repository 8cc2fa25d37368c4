import type { RecordOperation, ToolDefinition } from '@guildline/mcp-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../tools/default-world.ts';
import { linesOf, startRecords } from './start-records.ts';

type World = Awaited<ReturnType<typeof startRecords>>;

let world: World;
beforeAll(async () => {
  world = await startRecords();
});
beforeEach(() => {
  world.simulator.control.reset();
});
afterAll(() => world.close());

const members = {
  resource: 'Discord',
  operation: 'members_list',
  operationSettings: { guild_id: ids.guild },
  transform: 'DiscordMemberToRecord',
};
const toLines = { transform: 'RecordSetToLines' };

function shapeOf(schema: 'input' | 'output', tool: ToolDefinition): Record<string, unknown> {
  const { properties } = tool[schema]().toJSONSchema({ io: schema }) as { properties: object };
  return properties as Record<string, unknown>;
}

describe('Discord as a resource', () => {
  it('offers every tool once, but those that work on what was stored before', () => {
    const offered = world.resource.operations.map(({ tool }) => tool);
    const left = [...world.tools.keys()].filter((name) => !offered.includes(name));
    expect(left.sort()).toEqual(['raid_ban', 'raid_review', 'raid_scan']);
    expect(new Set(offered).size).toBe(offered.length);
  });

  it('has the sources that it says, and each tool has the list and the arguments of its pages', () => {
    const sources = world.resource.operations.filter(({ iterates }) => iterates);
    expect(sources.map(({ output }) => output).sort()).toEqual([
      'DiscordAuditLogEntry',
      'DiscordBan',
      'DiscordChannel',
      'DiscordEvent',
      'DiscordGuild',
      'DiscordInvite',
      'DiscordMember',
      'DiscordMessage',
      'DiscordPin',
      'DiscordRole',
      'DiscordThread',
      'DiscordThread',
      'DiscordUser',
    ]);
    for (const { tool: name, iterates } of sources as Required<RecordOperation>[]) {
      const tool = world.tools.get(name) as ToolDefinition;
      expect(tool.effect).toBe('read');
      const output = shapeOf('output', tool);
      expect(output[iterates.list], name).toMatchObject({ type: 'array' });
      const input = shapeOf('input', tool);
      expect(Boolean(iterates.cursor), name).toBe('cursor' in input);
      expect(Boolean(iterates.cursor), name).toBe('next_cursor' in output);
      if (!iterates.size) continue;
      const { argument, least, most } = iterates.size;
      expect(input[argument], name).toMatchObject({ minimum: least, maximum: most });
    }
  });

  it('has a description of every type that an operation gives', () => {
    const declared = new Set(world.resource.types?.map(({ name }) => name));
    for (const { output } of world.resource.operations) {
      if (output !== undefined) expect(declared).toContain(output);
    }
  });

  it('leaves no read for one record out of the reuse of equal look-ups', () => {
    for (const { tool, iterates, reusable } of world.resource.operations) {
      if (iterates) continue;
      expect(reusable ?? false, tool).toBe(world.tools.get(tool)?.effect === 'read');
    }
  });
});

describe('a record pipeline over Discord', () => {
  it('asks Discord nothing in its dry run, and answers the typed plan', async () => {
    world.simulator.control.clearRequests();
    const { plan } = await world.execute({ steps: [members, toLines], dryRun: true });
    expect(plan?.steps).toMatchObject([
      {
        tool: 'members_list',
        executed: true,
        types: { operationOutput: 'DiscordMember', output: 'Record' },
      },
      { terminal: 'set', types: { incoming: 'Record' } },
    ]);
    expect(world.requests()).toEqual([]);
  });

  it('pages through all members in the largest pages that there are', async () => {
    world.simulator.control.clearRequests();
    const { CSVFile, summary } = await world.execute({
      steps: [members, toLines],
      maxRecords: 120,
    });
    expect(summary).toEqual({
      stepCount: 2,
      recordsProcessed: 120,
      truncated: true,
      rowCount: 120,
    });
    expect(linesOf(CSVFile)[0]).toMatchObject({ user_id: '100000000000000001', username: 'robin' });
    expect(world.requests()[0]).toMatch(/^GET \/guilds\/111122223333444455\/members/);
    expect(world.requests()).toHaveLength(2);
  });

  it('refuses a template that reads a field which the records do not have', async () => {
    const { transform: _none, ...raw } = members;
    const kick = {
      resource: 'Discord',
      operation: 'members_kick',
      operationSettings: { guild_id: ids.guild, user_id: '{{usr_id}}' },
    };
    const { problems } = await world.execute({ steps: [raw, kick], dryRun: true });
    expect(problems).toMatchObject([
      {
        step: 1,
        code: 'RECORD_TEMPLATE_INVALID',
        message: expect.stringContaining('Did you mean user_id?'),
      },
    ]);
  });

  it('looks up for each record with the same tool, once for equal settings', async () => {
    const messages = {
      resource: 'Discord',
      operation: 'messages_read',
      operationSettings: { channel_id: ids.general },
    };
    const guild = {
      resource: 'Discord',
      operation: 'guild_get',
      operationSettings: { guild_id: ids.guild },
    };
    world.simulator.control.clearRequests();
    const { summary, error } = await world.execute({
      steps: [messages, guild],
    });
    expect(error).toBeUndefined();
    expect(summary).toMatchObject({ recordsProcessed: 2, rowCount: 2 });
    expect(world.requests()).toHaveLength(2);
  });

  it('shows a person whom it will kick before it kicks, and then kicks them', async () => {
    const steps = [
      members,
      {
        resource: 'Discord',
        operation: 'members_kick',
        operationSettings: {
          guild_id: ids.guild,
          user_id: '{{user_id}}',
          audit_reason: 'Kicked: {{username}}',
        },
      },
    ];
    const spec = { steps, maxRecords: 8, onError: 'skip' };
    const preview = await world.preview(spec);
    expect(preview).toContain('It writes for up to 8 records.');
    expect(preview).toContain('records: at most 8, from Discord members_list');
    expect(preview).toContain('"audit_reason":"Kicked: robin"');
    expect(preview).toContain(
      'calls: at most 8 of DELETE /guilds/111122223333444455/members/{user_id}',
    );
    expect(preview).toContain('estimated time: up to');
    expect(preview).toContain('Step 1, for each record: members_kick');
    expect(preview).toContain('Office Hours');
    world.simulator.control.clearRequests();
    const { summary, failed_records } = await world.execute(spec);
    // The owner and the administrator stand above the bot, and it cannot kick itself.
    expect(summary).toMatchObject({ recordsProcessed: 8, rowCount: 5, failed: 3 });
    expect(linesOf(failed_records)).toMatchObject(
      [
        ['robin', 'DISCORD_HIERARCHY'],
        ['alex', 'DISCORD_HIERARCHY'],
        ['guildline', 'DISCORD_PERMISSION_DENIED'],
      ].map(([username, error_code]) => ({ username, error_code, error_outcome: 'not_applied' })),
    );
  });
});

describe('the allow-lists of a server', () => {
  it('hold for the records of a pipeline as for a call', async () => {
    const narrow = await startRecords({ guilds: new Set(['123456789012345679']) });
    try {
      await expect(narrow.execute({ steps: [members, toLines] })).rejects.toMatchObject({
        code: 'GUILD_NOT_ALLOWED',
      });
      expect(narrow.requests()).toEqual([]);
    } finally {
      await narrow.close();
    }
  });
});
