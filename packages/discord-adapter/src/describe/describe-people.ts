import { highestRole } from '../permissions/hierarchy.ts';
import type { PermissionGuild } from '../permissions/standing.ts';
import { fieldOf } from '../rest/answer.ts';
import { showName } from '../text/show-name.ts';
import { explainMissing, type LookUps } from './look-ups.ts';
import { type IdGroup, isLiteral } from './planned-arguments.ts';
import { describeEach, describeIds, labelOf, textIn } from './write-lines.ts';

/** Describes the members or users of an argument: who they are and how high they stand. */
export async function describePeople(
  { name, ids }: IdGroup,
  guildId: string | undefined,
  lookUps: LookUps,
): Promise<string[]> {
  const known = guildId === undefined ? 'user' : 'member';
  const label = /^user(_ids?)?$/.test(name) ? known : labelOf(name);
  const literal = ids.filter(isLiteral);
  const others = ids.filter((id) => !isLiteral(id));
  return [
    ...(await describeEach(label, literal, (id) => namePerson(id, guildId, lookUps))),
    ...describeIds(label, others),
  ];
}

/** `⟦Ann⟧ (@ann, 777…), highest role ⟦Mods⟧`. */
export async function namePerson(
  id: string,
  guildId: string | undefined,
  lookUps: LookUps,
): Promise<string> {
  if (guildId === undefined) return nameUser(id, '', lookUps);
  const found = await lookUps.find(`/guilds/${guildId}/members/${id}`);
  if ('body' in found) {
    const user = fieldOf(found.body, 'user');
    const name = showPerson(user, id, textIn(found.body, 'nick'));
    return `${name}${await standing(id, found.body, guildId, lookUps)}`;
  }
  return found.why === 'absent'
    ? nameUser(id, ', not a member', lookUps)
    : `${id} (${explainMissing(found.why)})`;
}

/** A user as an answer holds one. */
export function showPerson(user: unknown, id: string, nick?: string): string {
  const username = textIn(user, 'username') ?? '';
  const handle = /^[a-z0-9._]{2,32}$/.test(username) ? username : showName(username);
  const name = nick ?? textIn(user, 'global_name') ?? username;
  const bot = fieldOf(user, 'bot') === true ? ', a bot' : '';
  return `${showName(name)} (@${handle}, ${id})${bot}`;
}

async function nameUser(id: string, suffix: string, lookUps: LookUps): Promise<string> {
  const found = await lookUps.find(`/users/${id}`);
  if ('body' in found) return `${showPerson(found.body, id)}${suffix}`;
  return `${id} (${explainMissing(found.why)})${suffix}`;
}

async function standing(
  id: string,
  member: unknown,
  guildId: string,
  lookUps: LookUps,
): Promise<string> {
  const found = await lookUps.find<PermissionGuild>(`/guilds/${guildId}`);
  const roles = fieldOf(member, 'roles');
  if (!('body' in found) || !Array.isArray(found.body.roles) || !Array.isArray(roles)) return '';
  const owner = found.body.owner_id === id ? ', owner of the guild' : '';
  const highest = highestRole(found.body, { user_id: id, roles });
  const isEveryone = highest === undefined || highest.id === guildId;
  return `${owner}, ${isEveryone ? 'no role' : `highest role ${showName(highest.name)}`}`;
}
