import type { PermissionRequirement } from '@guildline/mcp-core';
import { allPermissions, permissionBit } from './permission-names.ts';
import {
  basePermissions,
  explicitPermissions,
  isThread,
  isTimedOut,
  isVoice,
  keptInTimeout,
  type PermissionMember,
  type PermissionPlace,
} from './standing.ts';

const needSending: ReadonlySet<string> = new Set([
  'ATTACH_FILES',
  'EMBED_LINKS',
  'MENTION_EVERYONE',
  'SEND_TTS_MESSAGES',
]);

/**
 * The permissions a member lacks, by name, causes before what follows from them: without
 * VIEW_CHANNEL nothing else works in a channel, and it is what has to be granted. Of several that
 * would do, the first is named.
 */
export function missingPermissions(
  required: readonly PermissionRequirement[],
  place: PermissionPlace,
  member: PermissionMember,
): string[] {
  if (basePermissions(place.guild, member) === allPermissions) return [];
  const explicit = explicitPermissions(place, member);
  const held = isTimedOut(member, place.now) ? explicit & keptInTimeout : explicit;
  const wanted = [...prerequisites(required, place), ...required];
  const missing = wanted.flatMap((requirement) => {
    const options = (typeof requirement === 'string' ? [requirement] : requirement).map((name) =>
      inPlace(name, place),
    );
    const [first] = options;
    return first === undefined || options.some((name) => isHeld(name, held)) ? [] : [first];
  });
  return [...new Set(missing)];
}

function isHeld(name: string, held: bigint): boolean {
  const bit = permissionBit(name);
  return bit === 0n || (held & bit) !== 0n;
}

function inPlace(name: string, { channel }: PermissionPlace): string {
  return name === 'SEND_MESSAGES' && channel && isThread(channel)
    ? 'SEND_MESSAGES_IN_THREADS'
    : name;
}

function prerequisites(
  required: readonly PermissionRequirement[],
  { channel }: PermissionPlace,
): string[] {
  if (!channel) return [];
  const names = required.flat();
  return [
    'VIEW_CHANNEL',
    ...(isVoice(channel) && names.length > 0 ? ['CONNECT'] : []),
    ...(names.some((name) => needSending.has(name)) ? ['SEND_MESSAGES'] : []),
  ];
}
