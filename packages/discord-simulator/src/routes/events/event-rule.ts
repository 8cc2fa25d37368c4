import type { RequestContext } from '../../http/route.ts';
import { list } from '../../validate/collections.ts';
import { nullish, type Output, object, optional } from '../../validate/rule.ts';
import { choice, integer, snowflake, text, timestamp } from '../../validate/scalars.ts';
import type { Spot } from '../../validate/spot.ts';
import type { EventRecord } from '../../world/guild-records.ts';

const EXTERNAL = 3;
const VENUES: Readonly<Record<number, number>> = { 1: 13, 2: 2 };

const weekday = integer({ min: 0, max: 6 });

const recurrence = object({
  start: timestamp(),
  end: nullish(timestamp()),
  frequency: choice(0, 1, 2, 3),
  interval: nullish(integer({ min: 1 })),
  by_weekday: nullish(list(weekday, { max: 7 })),
  by_n_weekday: nullish(list(object({ n: integer({ min: 1, max: 5 }), day: weekday }), { max: 1 })),
  by_month: nullish(list(integer({ min: 1, max: 12 }), { max: 12 })),
  by_month_day: nullish(list(integer({ min: 1, max: 31 }), { max: 31 })),
  by_year_day: nullish(list(integer({ min: 1, max: 364 }))),
  count: nullish(integer({ min: 1 })),
});

const shared = {
  description: nullish(text({ max: 1000 })),
  scheduled_end_time: nullish(timestamp()),
  channel_id: nullish(snowflake()),
  entity_metadata: nullish(object({ location: nullish(text({ min: 1, max: 100 })) })),
  recurrence_rule: nullish(recurrence),
};

export const createRule = object({
  ...shared,
  name: text({ min: 1, max: 100 }),
  privacy_level: choice(2),
  scheduled_start_time: timestamp(),
  entity_type: choice(1, 2, EXTERNAL),
});

export const modifyRule = object({
  ...shared,
  name: optional(text({ min: 1, max: 100 })),
  privacy_level: optional(choice(2)),
  scheduled_start_time: optional(timestamp()),
  entity_type: nullish(choice(1, 2, EXTERNAL)),
  status: nullish(choice(1, 2, 3, 4)),
});

/** What an event's fields must be together, whichever of them a request names. */
export function checkEvent(
  { state, now }: RequestContext,
  event: EventRecord,
  timesGiven: boolean,
  spot: Spot,
): void {
  if (event.entity_type === EXTERNAL) checkExternal(event, spot);
  else checkVenue(state.channels.get(event.channel_id ?? ''), event, spot);
  if (!timesGiven) return;
  const start = Date.parse(event.scheduled_start_time);
  if (start <= now) {
    spot
      .at('scheduled_start_time')
      .fail('GUILD_SCHEDULED_EVENT_SCHEDULE_PAST', 'Cannot schedule event in the past.');
  }
  if (event.scheduled_end_time && Date.parse(event.scheduled_end_time) <= start) {
    spot
      .at('scheduled_end_time')
      .fail(
        'GUILD_SCHEDULED_EVENT_END_TIME_BEFORE_START_TIME',
        'Cannot schedule event end time before start time.',
      );
  }
}

function checkExternal(event: EventRecord, spot: Spot): void {
  const required = (place: Spot) => place.fail('BASE_TYPE_REQUIRED', 'This field is required');
  if (!event.entity_metadata?.location) required(spot.at('entity_metadata').at('location'));
  if (!event.scheduled_end_time) required(spot.at('scheduled_end_time'));
  if (event.channel_id) {
    spot
      .at('channel_id')
      .fail('GUILD_SCHEDULED_EVENT_EXTERNAL_NO_CHANNEL', 'An external event has no channel.');
  }
}

function checkVenue(
  channel: { type: number; guild_id: string | null } | undefined,
  event: EventRecord,
  spot: Spot,
): void {
  const place = spot.at('channel_id');
  if (!event.channel_id) place.fail('BASE_TYPE_REQUIRED', 'This field is required');
  else if (channel?.guild_id !== event.guild_id || channel.type !== VENUES[event.entity_type]) {
    place.fail('GUILD_SCHEDULED_EVENT_CHANNEL_TYPE', 'Invalid channel for this type of event.');
  }
}

/** A recurrence rule with the fields Discord fills in. */
export function toRecurrence(rule: Output<typeof recurrence>): Record<string, unknown> {
  const empty = { by_weekday: null, by_n_weekday: null, by_month: null, by_month_day: null };
  return {
    end: null,
    ...empty,
    by_year_day: null,
    count: null,
    ...rule,
    interval: rule.interval ?? 1,
  };
}
