import { fieldOf } from '../rest/answer.ts';

/** Where an object is at home, as far as allow-lists need it. */
export interface Home {
  /** Absent for a direct message, and for what belongs to all of Discord. */
  readonly guildId?: string | undefined;
  readonly channelId?: string | undefined;
  /** The category of the channel, or the channel of the thread. */
  readonly parentId?: string | undefined;
  readonly isThread?: boolean;
  /** True for what belongs to nobody, such as Discord's own stickers. */
  readonly isEverybodys?: boolean;
}

/** An object whose home Discord can be asked for. */
export interface Wanted {
  readonly kind: ResolvableKind;
  readonly id: string;
  /** Of an event: the guild that the call names. */
  readonly guildId?: string | undefined;
}

export type ResolvableKind = 'channel' | 'event' | 'invite' | 'sticker' | 'template' | 'webhook';

/** How to ask, and what of the answer is kept: ids, and nothing that anybody wrote. */
interface Lookup {
  readonly route: (wanted: Wanted) => string | undefined;
  /** `undefined` if the answer is not one to the question. */
  readonly read: (body: unknown, wanted: Wanted) => Home | undefined;
}

const threadTypes: ReadonlySet<unknown> = new Set([10, 11, 12]);
const standardSticker = 1;

const lookups: Readonly<Record<ResolvableKind, Lookup>> = {
  channel: { route: ({ id }) => `/channels/${id}`, read: readChannel },
  event: {
    route: ({ id, guildId }) => guildId && `/guilds/${guildId}/scheduled-events/${id}`,
    read: (body, { id, guildId }) =>
      idIn(body, 'id') === id ? { guildId, channelId: idIn(body, 'channel_id') } : undefined,
  },
  invite: {
    route: ({ id }) => `/invites/${encodeURIComponent(id)}`,
    read: (body) => {
      const guildId = idIn(fieldOf(body, 'guild'), 'id');
      const channelId = idIn(fieldOf(body, 'channel'), 'id');
      return guildId === undefined ? undefined : { guildId, channelId };
    },
  },
  sticker: {
    route: ({ id }) => `/stickers/${id}`,
    read: (body, { id }) => {
      if (idIn(body, 'id') !== id) return undefined;
      const guildId = idIn(body, 'guild_id');
      return { guildId, isEverybodys: !guildId && fieldOf(body, 'type') === standardSticker };
    },
  },
  template: {
    route: ({ id }) => `/guilds/templates/${encodeURIComponent(id)}`,
    read: (body) => {
      const guildId = idIn(body, 'source_guild_id');
      return guildId === undefined ? undefined : { guildId };
    },
  },
  webhook: {
    route: ({ id }) => `/webhooks/${id}`,
    read: (body, { id }) =>
      idIn(body, 'id') === id
        ? { guildId: idIn(body, 'guild_id'), channelId: idIn(body, 'channel_id') }
        : undefined,
  },
};

/** True for kinds of ids whose home Discord can be asked for. */
export function isResolvable(kind: string): kind is ResolvableKind {
  return Object.hasOwn(lookups, kind);
}

/** The route of the one GET that tells an object's home; `undefined` if there is none. */
export function routeOf(wanted: Wanted): string | undefined {
  return lookups[wanted.kind].route(wanted);
}

/** The home in an answer. */
export function readHome(body: unknown, wanted: Wanted): Home | undefined {
  return lookups[wanted.kind].read(body, wanted);
}

function readChannel(body: unknown, { id }: Pick<Wanted, 'id'>): Home | undefined {
  if (idIn(body, 'id') !== id) return undefined;
  return {
    guildId: idIn(body, 'guild_id'),
    channelId: id,
    parentId: idIn(body, 'parent_id'),
    isThread: threadTypes.has(fieldOf(body, 'type')),
  };
}

function idIn(body: unknown, key: string): string | undefined {
  const value = fieldOf(body, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
