import type { RaidCandidate } from '../../../src/state/raid-candidates.ts';
import { ids } from '../default-world.ts';

/** The host of the default world as the only candidate of a raid, or whoever a test makes of them. */
export function aCandidate(more: Partial<RaidCandidate> = {}): RaidCandidate {
  return {
    handle: 'c1',
    last_number: 1,
    guild_id: ids.guild,
    user_id: ids.host,
    username: 'host',
    global_name: 'Office Host',
    nick: null,
    joined_at: '2030-01-01T16:00:00.000Z',
    has_avatar: false,
    role_count: 0,
    roles: [],
    ...more,
  };
}
