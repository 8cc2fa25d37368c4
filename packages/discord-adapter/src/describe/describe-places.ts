import { fieldOf } from '../rest/answer.ts';
import { showName } from '../text/show-name.ts';
import { showPerson } from './describe-people.ts';
import { explainMissing, type Found, type LookUps } from './look-ups.ts';
import { type IdGroup, isLiteral } from './planned-arguments.ts';
import { describeIds, labelOf, textIn } from './write-lines.ts';

/** Where a call happens, and how that is told. */
export interface Places {
  readonly lines: readonly string[];
  /** Guilds that ids belong to; what belongs to none that is known stands by itself: `unknown:123`. */
  readonly guilds: readonly string[];
  /** The first channel, for what is looked up inside of it. */
  readonly channelId: string | undefined;
}

const kinds: ReadonlySet<string> = new Set(['guild', 'channel', 'webhook', 'invite']);

/** True for a group that says where a call happens. */
export function isPlaceGroup({ kind }: IdGroup): boolean {
  return kinds.has(kind);
}

/** Looks up guilds, channels, webhooks and invites. */
export async function describePlaces(
  groups: readonly IdGroup[],
  lookUps: LookUps,
): Promise<Places> {
  const described = await Promise.all(
    groups
      .filter((group) => isPlaceGroup(group) && group.kind !== 'guild')
      .map((group) => describeGroup(group, lookUps)),
  );
  const named = groups.filter(({ kind }) => kind === 'guild');
  const literal = named.flatMap(({ ids }) => ids.filter(isLiteral));
  const guilds = [...new Set([...literal, ...described.flatMap((place) => place.guilds)])];
  const guildLines = await Promise.all(
    guilds.filter(isLiteral).map(async (id) => `guild: ${await nameGuild(id, lookUps)}`),
  );
  const undecided = named.flatMap(({ ids }) => ids.filter((id) => !isLiteral(id)));
  return {
    lines: [
      ...guildLines,
      ...describeIds('guild', undecided),
      ...described.flatMap(({ lines }) => lines),
    ],
    guilds,
    channelId: groups
      .filter(({ kind }) => kind === 'channel')
      .flatMap(({ ids }) => ids)
      .find(isLiteral),
  };
}

async function describeGroup(group: IdGroup, lookUps: LookUps) {
  const isKnown = group.kind === 'invite' ? isCode : isLiteral;
  const found = await Promise.all(
    group.ids.filter(isKnown).map((id) => describe[group.kind as PlaceKind](id, lookUps)),
  );
  const label = labelOf(group.name);
  return {
    lines: [
      ...found.map(({ text }) => `${label}: ${text}`),
      ...describeIds(
        label,
        group.ids.filter((id) => !isKnown(id)),
      ),
    ],
    guilds: found.map(({ guild }) => guild),
  };
}

type PlaceKind = keyof typeof describe;

interface Described {
  readonly text: string;
  readonly guild: string;
}

const describe = {
  channel: async (id: string, lookUps: LookUps): Promise<Described> => {
    const found = await lookUps.find(`/channels/${id}`);
    return { text: nameChannel(id, found), guild: guildIn(id, found, ['guild_id']) };
  },
  webhook: async (id: string, lookUps: LookUps): Promise<Described> => {
    const found = await lookUps.find(`/webhooks/${id}`);
    const guild = guildIn(id, found, ['guild_id']);
    if (!('body' in found)) return { text: `${id} (${explainMissing(found.why)})`, guild };
    const name = showName(textIn(found.body, 'name') ?? '');
    const channelId = textIn(found.body, 'channel_id');
    if (channelId === undefined || !isLiteral(channelId)) return { text: `${name} (${id})`, guild };
    const channel = nameChannel(channelId, await lookUps.find(`/channels/${channelId}`));
    return { text: `${name} (${id}), sends to channel ${channel}`, guild };
  },
  invite: async (code: string, lookUps: LookUps): Promise<Described> => {
    const found = await lookUps.find(`/invites/${encodeURIComponent(code)}`);
    const guild = guildIn(code, found, ['guild', 'id']);
    if (!('body' in found)) return { text: `${code} (${explainMissing(found.why)})`, guild };
    const channel = textIn(fieldOf(found.body, 'channel'), 'name');
    return {
      text: channel === undefined ? code : `${code}, to channel ${showName(channel)}`,
      guild,
    };
  },
} as const;

async function nameGuild(id: string, lookUps: LookUps): Promise<string> {
  const found = await lookUps.find(`/guilds/${id}`);
  if (!('body' in found)) return `${id} (${explainMissing(found.why)})`;
  return `${showName(textIn(found.body, 'name') ?? '')} (${id})`;
}

function nameChannel(id: string, found: Found<unknown>): string {
  if (!('body' in found)) return `${id} (${explainMissing(found.why)})`;
  const type = typeNames.get(fieldOf(found.body, 'type'));
  const name = textIn(found.body, 'name');
  const shown = name === undefined ? id : `${showName(name)} (${id})`;
  return type === undefined ? shown : `${shown}, ${type}${nameRecipients(found.body)}`;
}

function nameRecipients(channel: unknown): string {
  const recipients = fieldOf(channel, 'recipients');
  if (!Array.isArray(recipients) || recipients.length === 0) return '';
  const shown = recipients.slice(0, 3).map((user) => showPerson(user, textIn(user, 'id') ?? ''));
  return ` with ${shown.join(' and ')}${recipients.length > 3 ? ' and others' : ''}`;
}

/** Of the types that are more than a channel to write in. */
const typeNames: ReadonlyMap<unknown, string> = new Map([
  [1, 'a direct message'],
  [2, 'a voice channel'],
  [3, 'a direct message of several people'],
  [4, 'a category'],
  [5, 'an announcement channel'],
  [10, 'a thread'],
  [11, 'a thread'],
  [12, 'a private thread'],
  [13, 'a stage channel'],
  [15, 'a forum'],
  [16, 'a media channel'],
]);

/** What belongs to no guild that is known matches no guild that anybody was shown. */
function guildIn(id: string, found: Found<unknown>, path: readonly string[]): string {
  const guild =
    'body' in found
      ? path.reduce<unknown>((value, key) => fieldOf(value, key), found.body)
      : undefined;
  return typeof guild === 'string' && isLiteral(guild) ? guild : `unknown:${id}`;
}

function isCode(code: string): boolean {
  return /^[\w-]{2,100}$/.test(code);
}
