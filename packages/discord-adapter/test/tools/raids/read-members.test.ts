import { type CallContext, ToolError } from '@guildline/mcp-core';
import { describe, expect, test } from 'vitest';
import type { Discord, DiscordRequest } from '../../../src/index.ts';
import { readMembers } from '../../../src/tools/raids/read-members.ts';
import { createContext } from '../../call-context.ts';

/** A guild with so many members, the first of which has the id 1e17. */
function guildWith(count: number, onPage: (page: number) => void = () => undefined) {
  const asked: string[] = [];
  const get = async (route: string, { query }: DiscordRequest = {}) => {
    asked.push(`${route} ${JSON.stringify(query)}`);
    onPage(asked.length);
    const from = Math.max(0, Number(BigInt(query?.['after'] ?? 0) - 10n ** 17n + 1n));
    const length = Math.min(Number(query?.['limit']), count - from);
    return Array.from({ length }, (_, index) => ({
      user: { id: String(10n ** 17n + BigInt(from + index)) },
    }));
  };
  return { discord: { get } as unknown as Discord, asked };
}

const reading = { guildId: '1', after: '0', nameStart: '', expected: undefined };

async function read(
  discord: Discord,
  context: CallContext = createContext(),
  more: Partial<typeof reading> = {},
) {
  const seen: string[] = [];
  const unseen = await readMembers(
    { ...reading, ...more },
    (members) => void seen.push(...members.map(({ user }) => user.id)),
    discord,
    context,
  );
  return { seen, unseen };
}

describe('members are read', () => {
  test.each([0, 1, 999, 1000, 1001, 2500])('to the last of %i', async (count) => {
    const { discord } = guildWith(count);
    const { seen, unseen } = await read(discord);
    expect(unseen).toBeUndefined();
    expect(new Set(seen).size).toBe(count);
  });

  test('up to a hundred thousand, and what comes behind them is said to be unseen', async () => {
    const { discord, asked } = guildWith(150_000);
    const { seen, unseen } = await read(discord);
    expect([seen.length, asked.length]).toEqual([100_000, 100]);
    expect(unseen).toContain('after 100,000 members because a call looks at no more');
    expect(unseen).toContain('accounts made after 2015-10-03T22:44:17.910Z were not looked at');
    expect(unseen).toContain('account_younger_than_hours');
    // Not even by the id of the last one.
    expect(unseen).not.toMatch(/\d{17}/);
  });

  test('as long as there is time', async () => {
    let now = 0;
    const { discord } = guildWith(9000, () => {
      now += 2000;
    });
    const context = createContext({ clock: { now: () => now }, deadline: 10_000 });
    const { seen, unseen } = await read(discord, context);
    expect(seen).toHaveLength(3000);
    expect(unseen).toContain('because the call ran out of time');
  });

  test('at least one page, however little time there is', async () => {
    const { discord } = guildWith(500);
    const { seen, unseen } = await read(discord, createContext({ deadline: Date.now() + 1000 }));
    expect([seen.length, unseen]).toEqual([500, undefined]);
  });

  test('with progress that grows, and a total that is no less', async () => {
    const reports: (number | undefined)[][] = [];
    const { discord } = guildWith(2000);
    const progress: CallContext['progress'] = ({ progress: done, total }) =>
      void reports.push([done, total]);
    await read(discord, createContext({ progress }), { expected: 1500 } as object);
    expect(reports).toEqual([
      [1000, 1500],
      [2000, 2000],
    ]);
  });
});

describe('if Discord fails', () => {
  const failing = (code: ToolError['code'], page: number) =>
    guildWith(5000, (asked) => {
      if (asked === page) throw new ToolError({ code, message: 'Not now.' });
    });

  test.each(['DISCORD_RATE_LIMITED', 'DISCORD_TIMEOUT', 'DISCORD_UNAVAILABLE'] as const)(
    'with %s, what was read before stays good',
    async (code) => {
      const { seen, unseen } = await read(failing(code, 3).discord);
      expect(seen).toHaveLength(2000);
      expect(unseen).toContain(`because of ${code}`);
    },
  );

  test.each(['CANCELLED', 'DISCORD_UNAUTHORIZED', 'DISCORD_NOT_FOUND'] as const)(
    'with %s, the scan fails',
    async (code) => {
      await expect(read(failing(code, 3).discord)).rejects.toMatchObject({ code });
    },
  );

  test('at the first page, the scan fails', async () => {
    await expect(read(failing('DISCORD_UNAVAILABLE', 1).discord)).rejects.toMatchObject({
      code: 'DISCORD_UNAVAILABLE',
    });
  });
});

describe('a bot without the intent', () => {
  const denied = (count: number) =>
    guildWith(count, (asked) => {
      if (asked === 1) throw new ToolError({ code: 'DISCORD_PERMISSION_DENIED', message: 'No.' });
    });

  test('searches by the beginning of the name, and says that it saw no more', async () => {
    const { discord, asked } = denied(1500);
    const { seen, unseen } = await read(discord, createContext(), { nameStart: 'Free' });
    expect(asked[1]).toBe('/guilds/1/members/search {"query":"Free","limit":1000}');
    expect(seen).toHaveLength(1000);
    expect(unseen).toContain('no more than 1000 of them');
  });

  test('cannot search for nothing', async () => {
    const { discord, asked } = denied(10);
    await expect(read(discord)).rejects.toThrow('Server Members intent');
    expect(asked).toHaveLength(1);
  });
});
