import { fieldOf } from '../rest/answer.ts';
import { showName, showText } from '../text/show-name.ts';
import { createdAt } from '../tools/created-since.ts';
import { namePerson, showPerson } from './describe-people.ts';
import { explainMissing, type LookUps } from './look-ups.ts';
import { type IdGroup, isLiteral } from './planned-arguments.ts';
import { describeEach, describeIds, labelOf, textIn } from './write-lines.ts';

const sampleLength = 120;

/** Where the objects of a call are. */
export interface Surroundings {
  readonly guildId: string | undefined;
  readonly channelId: string | undefined;
  readonly lookUps: LookUps;
}

/** Describes what a call names inside of a guild or channel: roles, messages, events and the rest. */
export async function describeObjects(group: IdGroup, around: Surroundings): Promise<string[]> {
  const literal = group.ids.filter(isLiteral);
  const others = group.ids.filter((id) => !isLiteral(id));
  const label = labelOf(group.name);
  if (literal.length === 0) return describeIds(label, others);
  const lines = await describeLiteral(group.kind, label, literal, around);
  return [...lines, ...describeIds(label, others)];
}

async function describeLiteral(
  kind: string,
  label: string,
  ids: readonly string[],
  around: Surroundings,
): Promise<string[]> {
  switch (kind) {
    case 'role':
      return describeEach(label, ids, (id) => nameRole(id, around));
    case 'role or user':
      return describeEach(label, ids, (id) => nameRoleOrMember(id, around));
    case 'event':
      return describeEach(label, ids, (id) => nameEvent(id, around));
    case 'message':
      return [await describeMessages(label, ids, around)];
    default:
      return describeIds(label, ids);
  }
}

async function nameRole(id: string, { guildId, lookUps }: Surroundings): Promise<string> {
  const names = guildId === undefined ? undefined : await roleNames(guildId, lookUps);
  const name = names?.get(id);
  if (name !== undefined) return `${showName(name)} (${id})`;
  return `${id} (${explainMissing(names ? 'absent' : 'failed')})`;
}

async function nameRoleOrMember(id: string, around: Surroundings): Promise<string> {
  const { guildId, lookUps } = around;
  const names = guildId === undefined ? undefined : await roleNames(guildId, lookUps);
  if (names?.has(id)) return `role ${await nameRole(id, around)}`;
  return names ? namePerson(id, guildId, lookUps) : nameRole(id, around);
}

async function roleNames(
  guildId: string,
  lookUps: LookUps,
): Promise<ReadonlyMap<string, string> | undefined> {
  const found = await lookUps.find(`/guilds/${guildId}`);
  const roles = 'body' in found ? fieldOf(found.body, 'roles') : undefined;
  if (!Array.isArray(roles)) return undefined;
  return new Map(roles.map((role) => [textIn(role, 'id') ?? '', textIn(role, 'name') ?? '']));
}

/** How many there are, from when to when, and how the first one reads. */
async function describeMessages(
  label: string,
  ids: readonly string[],
  { channelId, lookUps }: Surroundings,
): Promise<string> {
  const [first = ''] = ids;
  const found =
    channelId === undefined
      ? undefined
      : await lookUps.find(`/channels/${channelId}/messages/${first}`);
  const sample = found && 'body' in found ? showMessage(found.body) : undefined;
  if (ids.length === 1) {
    return `${label}: ${sample ?? explainMissing(found && 'why' in found ? found.why : 'failed')} (${first})`;
  }
  const times = ids.map(createdAt).sort((one, other) => one - other);
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0].map((time) => new Date(time).toISOString());
  const reads = sample === undefined ? '' : `; the first: ${sample}`;
  return `${label}: ${ids.length}, written from ${from} to ${to}${reads}`;
}

function showMessage(message: unknown): string {
  const author = fieldOf(message, 'author');
  const content = textIn(message, 'content') ?? '';
  const text = content.trim() === '' ? 'a message without text' : showText(content, sampleLength);
  return `${text} by ${showPerson(author, textIn(author, 'id') ?? '')}`;
}

async function nameEvent(id: string, { guildId, lookUps }: Surroundings): Promise<string> {
  if (guildId === undefined) return `${id} (${explainMissing('unasked')})`;
  const found = await lookUps.find(`/guilds/${guildId}/scheduled-events/${id}`);
  if (!('body' in found)) return `${id} (${explainMissing(found.why)})`;
  const start = Date.parse(textIn(found.body, 'scheduled_start_time') ?? '');
  const when = Number.isNaN(start) ? '' : `, starts ${new Date(start).toISOString()}`;
  return `${showName(textIn(found.body, 'name') ?? '')} (${id})${when}`;
}
