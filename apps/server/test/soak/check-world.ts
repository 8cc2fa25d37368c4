import type { FullWorld } from '@guildline/discord-simulator';
import type { NamedIds } from '@guildline/mcp-core';
import { markIn, toMark } from './call-key.ts';
import { isMaker } from './check-calls.ts';
import type { ToldCall } from './told-calls.ts';

const removers = /^(?:.+_delete|messages_bulk_delete|members_(?:kick|ban|bulk_ban))$/;

/**
 * Explains the difference of two worlds by what the log says: each new thing was made by a call, each
 * thing that is gone was removed by one, and what a call says it made is there unless it was removed.
 */
export function checkWorld(
  before: FullWorld,
  after: FullWorld,
  calls: readonly ToldCall[],
): string[] {
  const done = calls.filter(({ outcome }) => outcome.outcome !== 'not_applied');
  const makers = done.filter((call) => isMaker(call));
  const unclear = makers.filter(({ outcome }) => outcome.outcome === 'unknown');
  const unclearMarks = new Set(unclear.map(({ key }) => key));
  const made = new Set(makers.flatMap(({ outcome }) => idsIn(outcome.made)));
  const named = done.filter(({ outcome }) => removers.test(outcome.tool));
  const removed = new Set(named.flatMap(({ outcome }) => idsIn(outcome.target)));
  const old = thingsOf(before);
  const present = thingsOf(after);
  const isExplained = ({ id, mark }: Thing) =>
    made.has(id) || (mark !== undefined && unclearMarks.has(mark));
  const isGone = ({ id, place }: Thing) => removed.has(id) || removed.has(place);
  return [
    ...[...present.values()]
      .filter((thing) => !old.has(thing.id) && !isExplained(thing))
      .map((thing) => `nobody made ${thing.kind} ${thing.id} (${thing.mark})`),
    ...[...old.values()]
      .filter((thing) => !present.has(thing.id) && !isGone(thing))
      .map((thing) => `nobody removed ${thing.kind} ${thing.id}`),
    ...makers
      .filter(({ outcome }) => outcome.outcome === 'applied')
      .flatMap(({ outcome }) => ownIds(outcome.made).map((id) => ({ id, outcome })))
      .filter(({ id, outcome }) => {
        const places = Object.values({ ...outcome.target, ...outcome.made }).flat();
        return !present.has(id) && !removed.has(id) && !places.some((place) => removed.has(place));
      })
      .map(({ id, outcome }) => `${outcome.tool} says it made ${id}, which is not there`),
  ];
}

/** Something in a world that calls make or remove. */
interface Thing {
  readonly kind: string;
  readonly id: string;
  /** The mark of the call that made it. */
  readonly mark: string | undefined;
  /** What it is gone with. */
  readonly place: string;
}

function thingsOf(world: FullWorld): ReadonlyMap<string, Thing> {
  const named = (kind: string, { id, name }: { id: string; name: string | null }, place = '') => ({
    kind,
    id,
    mark: toMark(Number(/\d+$/.exec(name ?? '')?.[0])),
    place,
  });
  const things: Thing[] = [
    ...world.guilds.flatMap((guild) => [
      ...guild.channels.map((one) => named('channel', one, one.parent_id ?? '')),
      ...guild.roles.map((one) => named('role', one)),
      ...guild.events.map((one) => named('event', one)),
      ...guild.members.map(({ user_id }) => ({
        kind: 'member',
        id: user_id,
        mark: undefined,
        place: '',
      })),
    ]),
    ...world.webhooks.map((one) => named('webhook', one, one.channel_id)),
    ...world.invites.map(({ code, max_age, channel_id }) => ({
      kind: 'invite',
      id: code,
      mark: toMark(max_age - 3600),
      place: channel_id,
    })),
    // Others than ordinary messages are Discord's own: that a thread began, that one was pinned.
    ...world.messages
      .filter(({ type }) => type === 0)
      .map(({ id, content, channel_id }) => ({
        kind: 'message',
        id,
        mark: markIn(content),
        place: channel_id,
      })),
  ];
  return new Map(things.map((thing) => [thing.id, thing]));
}

function idsIn(ids: NamedIds | undefined): string[] {
  return Object.values(ids ?? {}).flat();
}

/** The ids of the things themselves, without those of places and people beside them. */
function ownIds(made: NamedIds | undefined): string[] {
  const { id, code, message_id, webhook_id } = made ?? {};
  return [id ?? code ?? message_id ?? webhook_id ?? 'no id'].flat();
}
