import type { World } from '@guildline/discord-simulator';

/** CREATE_EVENTS, MANAGE_EVENTS, and ADMINISTRATOR, which would grant both. */
const taken = (1n << 44n) | (1n << 33n) | (1n << 3n);

/** The same world, in which no role may create or manage events. */
export function withoutEventPermissions(world: World): World {
  return {
    ...world,
    guilds: (world.guilds ?? []).map((guild) => ({
      ...guild,
      roles: (guild.roles ?? []).map((role) => ({
        ...role,
        permissions: String(BigInt(role.permissions ?? '0') & ~taken),
      })),
    })),
  };
}
