import { defaultWorld, type World } from '@guildline/discord-simulator';
import { toPermissionBits } from '../../src/permissions/permission-names.ts';
import { ids } from './default-world.ts';

/** The default world, in which the bot and everyone have just these permissions. */
export function worldWithBotPermissions(...names: string[]): World {
  const world = defaultWorld();
  const roles = guildOf(world).roles ?? [];
  for (const role of roles) {
    if (role.id === ids.botRole) role.permissions = String(toPermissionBits(names));
    if (role.id === ids.guild) role.permissions = '0';
  }
  return world;
}

/** The guild `ids.guild` of a world. */
export function guildOf(world: World): NonNullable<World['guilds']>[number] {
  const guild = world.guilds?.find(({ id }) => id === ids.guild);
  if (!guild) throw new Error('The world has no such guild.');
  return guild;
}
