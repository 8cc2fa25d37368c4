import type { Outcome, ToolDefinition } from '@guildline/mcp-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { discordTools } from '../../src/index.ts';
import { minimalArguments } from '../minimal-arguments.ts';
import { ids } from '../tools/default-world.ts';
import { type ApprovedAdapter, mallory, startApproval, ways } from './start-approval.ts';

const destructive = discordTools(() => Promise.reject(new Error('not here'))).filter(
  (tool) => tool.destructive,
);

const byKind: Readonly<Record<string, string>> = {
  guild: ids.guild,
  channel: ids.general,
  // Young enough to be deleted in bulk; whether it is there does not matter here.
  message: String((BigInt(Date.UTC(2030, 0, 1) - 1_420_070_400_000) - 60_000n) << 22n),
  role: ids.moderatorRole,
  user: ids.host,
};

/** Arguments that name things which exist; a list of ids gets others beside the first. */
function argumentsOf(tool: ToolDefinition, shift = 0): Record<string, unknown> {
  return minimalArguments(tool, (kind, index) => {
    const id = byKind[kind] ?? ids.nothing;
    return index + shift === 0 ? id : String(BigInt(id) + BigInt(index + shift));
  });
}

/** Other arguments of the same tool: another object, or fewer of them, in the same guild. */
function otherArguments(tool: ToolDefinition): Record<string, unknown> {
  return {
    ...argumentsOf(tool, 1),
    ...('guild_id' in argumentsOf(tool) && { guild_id: ids.guild }),
    ...(tool.name === 'raid_ban' && { limit: 1 }),
  };
}

function tokenOf(outcome: Outcome): string {
  if (outcome.kind !== 'error') throw new Error(`Expected an error: ${JSON.stringify(outcome)}`);
  expect(outcome.error.code).toBe('CONFIRMATION_REQUIRED');
  return (outcome.error.details as { confirm_token: string }).confirm_token;
}

let world: ApprovedAdapter;
beforeEach(async () => {
  world = await startApproval();
});
afterEach(() => world.close());

test('there are destructive tools', () => {
  expect(destructive.length).toBeGreaterThan(8);
});

describe.each(destructive.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  describe.each(ways.map((way) => [way.name, way] as const))('%s', (_way, way) => {
    const call = (args: object, more: object = {}, caller?: typeof mallory) =>
      world.dispatch(way.tool(tool), { ...way.args(tool, args), ...more }, caller);

    function expectRefused(outcome: Outcome, code: string): void {
      expect(outcome).toMatchObject({ kind: 'error', error: { code, outcome: 'not_applied' } });
      expect(world.writes()).toEqual([]);
    }

    test('without an approval nothing is sent', async () => {
      expectRefused(await call(argumentsOf(tool)), 'CONFIRMATION_REQUIRED');
    });

    test("with another caller's approval nothing is sent", async () => {
      const token = tokenOf(await call(argumentsOf(tool), {}, mallory));
      expectRefused(await call(argumentsOf(tool), { __confirm: token }), 'CONFIRMATION_INVALID');
    });

    test('with an expired approval nothing is sent', async () => {
      const token = tokenOf(await call(argumentsOf(tool)));
      world.advance(11 * 60 * 1000);
      expectRefused(await call(argumentsOf(tool), { __confirm: token }), 'CONFIRMATION_INVALID');
    });

    test('with an approval of something else nothing is sent', async () => {
      const token = tokenOf(await call(argumentsOf(tool)));
      const args = otherArguments(tool);
      expectRefused(await call(args, { __confirm: token }), 'CONFIRMATION_INVALID');
    });

    test('with its approval it is sent, and a second time it is not', async () => {
      const token = tokenOf(await call(argumentsOf(tool)));
      const outcome = await call(argumentsOf(tool), { __confirm: token });
      const isBound = way.name !== 'as a step with arguments from templates' || isPlaced(tool);
      if (isBound) expect(world.writes()).not.toEqual([]);
      else expect(JSON.stringify(outcome)).toContain('CONFIRMATION_INVALID');
      world.forget();
      expectRefused(await call(argumentsOf(tool), { __confirm: token }), 'CONFIRMATION_INVALID');
    });
  });
});

/** True if the guild stands in the arguments: without it a template could lead anywhere. */
function isPlaced(tool: ToolDefinition): boolean {
  return 'guild_id' in argumentsOf(tool);
}
