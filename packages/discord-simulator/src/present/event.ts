import type { EventRecord } from '../world/guild-records.ts';
import type { State } from '../world/state.ts';
import { toUserById } from './user.ts';

export function toEvent(state: State, event: EventRecord, withCount = false) {
  const { subscriber_ids, ...shown } = event;
  return {
    ...shown,
    guild_scheduled_event_exceptions: [],
    ...(event.creator_id && { creator: toUserById(state, event.creator_id) }),
    ...(withCount && { user_count: subscriber_ids.length }),
  };
}
