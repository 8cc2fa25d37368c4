import type { Fault } from '@guildline/discord-simulator';
import type { Random } from './random.ts';

/** What goes wrong in a turn. */
export interface Trouble {
  readonly faults: readonly Fault[];
  /** Milliseconds after which the calls of the turn are given up, by deadline or by their caller. */
  readonly giveUp?: { readonly after: number; readonly by: 'deadline' | 'signal' };
  /** True if a limit holds back for longer than any call waits. */
  readonly isLongHold?: boolean;
}

/**
 * Trouble for one turn. 502 and 503 come without an effect: Discord's front gives them in place of
 * the API, and the client takes them for that.
 */
export function makeTrouble(random: Random): Trouble {
  const times = random.pick([1, 1, 2, 5]);
  const method = random.pick(['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'any']);
  const where = { times, ...(method === 'any' ? {} : { method }) };
  switch (
    random.weighted({
      none: 60,
      status: 12,
      applied: 5,
      drop: 10,
      delay: 3,
      limit: 8,
      longLimit: 2,
    })
  ) {
    case 'status':
      return { faults: [{ ...where, status: random.pick([500, 502, 503, 504]) }] };
    case 'applied':
      return { faults: [{ ...where, status: random.pick([500, 504]), apply: true }] };
    case 'drop':
      return { faults: [{ ...where, drop: random.pick(['before', 'after'] as const) }] };
    case 'delay':
      return {
        faults: [{ ...where, delay_ms: 40, delay: random.pick(['before', 'after'] as const) }],
        giveUp: { after: 15, by: random.pick(['deadline', 'signal'] as const) },
      };
    case 'limit':
      return { faults: [{ ...where, rate_limit: makeLimit(random) }] };
    case 'longLimit':
      return { faults: [{ ...where, rate_limit: { retry_after: 3600 } }], isLongHold: true };
    default:
      return { faults: [] };
  }
}

function makeLimit(random: Random) {
  const scope = random.pick(['user', 'shared', 'global'] as const);
  return {
    retry_after: random.pick([0.01, 1, 5]),
    without_headers: random.chance(0.5),
    ...(scope === 'global' ? { global: true } : { scope }),
  };
}
