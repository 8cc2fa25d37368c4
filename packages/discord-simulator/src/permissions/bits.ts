import { PermissionFlagsBits } from 'discord-api-types/v10';

export const Permission = PermissionFlagsBits;

/** A permission by the name `discord-api-types` gives it. */
export type PermissionName = keyof typeof PermissionFlagsBits;

/** Every permission there is. */
export const ALL_PERMISSIONS: bigint = Object.values(PermissionFlagsBits).reduce(
  (all, bit) => all | bit,
  0n,
);

/** What two-factor authentication guards in a guild with `mfa_level` 1. */
export const GUARDED_PERMISSIONS: bigint =
  Permission.KickMembers |
  Permission.BanMembers |
  Permission.Administrator |
  Permission.ManageChannels |
  Permission.ManageGuild |
  Permission.ManageMessages |
  Permission.ManageRoles |
  Permission.ManageWebhooks |
  Permission.ManageGuildExpressions |
  Permission.ManageThreads;

export function hasAll(permissions: bigint, needed: bigint): boolean {
  return (permissions & needed) === needed;
}
