import { defaultWorld, type World } from '@guildline/discord-simulator';
import { idAt } from '../../../src/tools/created-since.ts';
import { guildOf } from '../bot-permissions.ts';
import { ids } from '../default-world.ts';

/** When the raid is looked at, and when it began. */
export const now: number = Date.parse('2030-01-01T16:30:00.000Z');
const hour = 3_600_000;
const raidBegan = now - hour / 2;

/** Who joined during the raid and is not to be banned, or cannot be. */
export const others = {
  /** A raider who talked somebody into the role of administrators. */
  promoted: userId(9001),
  bot: userId(9002),
  /** Has been a member for years, by a name like the raiders'. */
  fan: userId(9003),
  /** Joined in that half hour with an old account, an avatar and a role. */
  guest: '300000000000000001',
};

/** The id of an account that was made an hour before the raid. */
function userId(index: number): string {
  return String(BigInt(idAt(raidBegan - hour)) + BigInt(index));
}

/** The ids of the raiders in the order in which they joined. */
export function raidersOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => userId(index + 1));
}

/**
 * The default world during a raid: `free_nitro_1` and so on joined one a second, with accounts of an
 * hour, without avatars. Beside them are {@link others}.
 */
export function raidedWorld(count = 300): World {
  const world = defaultWorld();
  const raiders = raidersOf(count);
  world.users?.push(
    ...raiders.map((id, index) => ({ id, username: `free_nitro_${index + 1}` })),
    { id: others.promoted, username: 'free_nitro_staff' },
    { id: others.bot, username: 'free_nitro_bot', bot: true },
    { id: others.fan, username: 'free_nitro_fan', global_name: 'Nina' },
    { id: others.guest, username: 'grace', avatar: 'a'.repeat(32) },
  );
  guildOf(world).members?.push(
    ...raiders.map((user_id, index) => ({ user_id, joined_at: at(index * 1000) })),
    { user_id: others.promoted, joined_at: at(1000), roles: [ids.adminRole] },
    { user_id: others.bot, joined_at: at(1000) },
    { user_id: others.fan, joined_at: '2027-05-04T09:00:00.000Z' },
    { user_id: others.guest, joined_at: at(2000), roles: [ids.hostRole] },
  );
  return world;
}

/** So many milliseconds after the raid began. */
function at(milliseconds: number): string {
  return new Date(raidBegan + milliseconds).toISOString();
}
