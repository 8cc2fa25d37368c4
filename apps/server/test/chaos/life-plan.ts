import type { Random } from '../soak/random.ts';

/** When a process is killed. Times are real milliseconds. */
export interface KillPlan {
  /** What has to happen first: nothing, a request of a client, or so many writes at Discord. */
  readonly once: 'started' | 'asked' | { readonly writes: number };
  /** Whether the next write is held at Discord, before or after its effect, and killed meanwhile. */
  readonly hold?: 'before' | 'after' | undefined;
  /** How much later it is killed. */
  readonly after: number;
}

/** What happens to one process, and how much time passes before the next one is started. */
export interface LifePlan {
  readonly kill: KillPlan;
  /** Milliseconds by which the clocks of Discord and of the next process are moved. */
  readonly passes: number;
  /** True if nobody asks this process for the workflow at first. */
  readonly isLeftAlone: boolean;
}

/** Milliseconds that a held write stays at Discord. */
export const holdTime = 250;

/** Beyond the deadline of a request; beyond what Discord remembers of a nonce. */
const times = { deadline: 65_000, nonce: 185_000, nothing: 0 } as const;

/**
 * A plan that a seed decides.
 *
 * @param isPatient true if a restart may come at once: a lost creation is then looked up only when its
 * request is dead, which takes a real minute
 */
export function makeLifePlan(random: Random, isPatient: boolean): LifePlan {
  const kind = random.weighted({ held: 40, writes: 20, asked: 15, started: 25 });
  const passes = random.weighted({ deadline: 55, nonce: 45, nothing: isPatient ? 4 : 0 });
  return {
    kill: makeKill(random, kind),
    passes: times[passes],
    isLeftAlone: random.chance(0.3),
  };
}

function makeKill(random: Random, kind: 'held' | 'writes' | 'asked' | 'started'): KillPlan {
  switch (kind) {
    case 'started':
      return { once: 'started', after: random.between(0, 2500) };
    case 'asked':
      return { once: 'asked', after: random.between(0, 400) };
    case 'writes':
      return { once: { writes: random.between(0, 12) }, after: random.between(0, 60) };
    case 'held':
      return {
        once: { writes: random.between(0, 12) },
        hold: random.pick(['before', 'after']),
        after: random.between(0, holdTime / 2),
      };
  }
}
