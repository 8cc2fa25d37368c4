import { describe, expect, test } from 'vitest';
import type { Effect } from '../../src/index.ts';
import { arrivalMargin, judgeInFlight } from '../../src/workflow/judge-in-flight.ts';
import { Crashes } from '../runs/crashes.ts';
import { keyLifetime, lost, refusal } from './platform.ts';
import { make, startWorld } from './workflow-world.ts';

const lookup = async () => ({ outcome: 'absent' }) as const;
const asked = { firstAt: 1000, now: 1000, losses: 0, isRefused: false };
const keyed = { effect: 'keyed', key_lifetime: 10_000 } as const;
const end = 1000 + 10_000 - arrivalMargin;

describe('an open call', () => {
  test.each([
    ['idempotent', {}, {}, { next: 'again' }],
    ['idempotent', {}, { now: 1e12 }, { next: 'again' }],
    ['idempotent', {}, { losses: 2 }, { next: 'again' }],
    ['idempotent', {}, { losses: 3 }, { next: 'give-up' }],
    ['idempotent', {}, { isRefused: true }, { next: 'give-up' }],
    ['keyed', {}, {}, { next: 'again', until: end }],
    ['keyed', {}, { now: end - 1 }, { next: 'again', until: end }],
    ['keyed', {}, { now: end }, { next: 'review' }],
    ['keyed', { lookup }, { now: end }, { next: 'look-up' }],
    ['keyed', { lookup }, { losses: 3 }, { next: 'look-up' }],
    ['keyed', {}, { isRefused: true }, { next: 'review' }],
    ['once', {}, {}, { next: 'review' }],
    ['once', { lookup }, {}, { next: 'look-up' }],
    ['once', { lookup }, { losses: 9 }, { next: 'look-up' }],
  ] as const)('of effect %s with %j, %j: %j', (effect, more, facts, expected) => {
    const tool = effect === 'keyed' ? { ...keyed, ...more } : { effect, ...more };
    expect(judgeInFlight(tool, { ...asked, ...facts })).toEqual(expected);
  });

  test('of a keyed tool counts its time from the first claim, not from the last', () => {
    const late = { ...asked, firstAt: 1000, now: 1000 + 10_000 };
    expect(judgeInFlight(keyed, late)).toEqual({ next: 'review' });
  });
});

/** The process dies in the call of step `a`, before or after it was carried out. */
function dieInCall(moment: 'sent' | 'answered', pause = 0) {
  let isOver = false;
  const crashes = new Crashes(
    (_place, what) => {
      const dies = !isOver && what === `call ${moment}`;
      isOver ||= dies;
      return dies;
    },
    () => world.clock.advance(pause),
  );
  const world = startWorld({ around: crashes.around });
  world.platform.interfere = (now) => crashes.pass(`call ${now}`);
  return world;
}

describe('after a death in the middle of a call', () => {
  test.each([
    ['things_put', 'sent', 0, 'completed', 1],
    ['things_put', 'answered', 0, 'completed', 2],
    ['things_put', 'answered', 1e9, 'completed', 2],
    ['things_post', 'sent', 0, 'completed', 1],
    ['things_post', 'answered', 0, 'completed', 2],
    ['things_post', 'answered', keyLifetime - arrivalMargin - 1, 'completed', 2],
    ['things_post', 'answered', keyLifetime, 'completed', 1],
    ['things_post', 'sent', keyLifetime, 'completed', 1],
    ['things_make', 'sent', 0, 'completed', 1],
    ['things_make', 'answered', 0, 'completed', 1],
    ['things_fire', 'sent', 0, 'needs_review', 0],
    ['things_fire', 'answered', 0, 'needs_review', 1],
    ['things_blur', 'sent', 0, 'needs_review', 0],
    ['things_blur', 'answered', 0, 'needs_review', 1],
  ] as const)(
    'of %s once it was %s, %d ms later: the workflow is %s after %d requests',
    async (tool, moment, pause, status, requests) => {
      const world = dieInCall(moment, pause);
      expect(await world.run([make('a', tool)])).toMatchObject({ status });
      expect(world.platform.requests).toHaveLength(requests);
      expect(world.platform.count('a')).toBe(Math.min(1, requests));
    },
  );

  test('a look-up waits until the dead request cannot arrive any more', async () => {
    const world = dieInCall('sent', 1000);
    const began = world.clock.now();
    await world.run([make('a')]);
    expect(world.clock.now()).toBe(began + 60_000 + arrivalMargin);
  });

  test('what a look-up finds is the result of the step', async () => {
    const world = dieInCall('answered');
    const { id } = await world.run([
      make('a'),
      make('b', 'things_put', { args: { name: 'of {{a.thing_id}}' } }),
    ]);
    expect(await world.result(id)).toMatchObject({
      variables: { a: { thing_id: 't0' }, b: { name: 'of t0' } },
    });
  });

  test('nobody is asked about a tool that cannot be looked up, and no time passes', async () => {
    const world = dieInCall('answered');
    const began = world.clock.now();
    const summary = await world.run([make('a', 'things_fire')]);
    expect(world.clock.now()).toBe(began);
    expect(summary.failure).toEqual({
      code: 'OUTCOME_UNKNOWN',
      message:
        'Step 1 (a, things_fire) may or may not have been applied. things_fire may have been called just before the server stopped, and its answer was lost. It cannot be looked up. Look what is there, then call workflow_resume with the verdict {step: "a", outcome: "applied" | "not_applied" | "skip"}.',
    });
  });
});

/** The first calls of step `a` lose their answer, at a moment. */
function lose(moment: 'sent' | 'answered', times: number, options = {}) {
  const world = startWorld(options);
  let left = times;
  world.platform.interfere = (now, { name }) => {
    if (now !== moment || name !== 'a' || left === 0) return;
    left -= 1;
    throw lost();
  };
  return world;
}

describe('when the answer of a call is lost', () => {
  test.each([
    ['things_put', 'answered', 2, 'completed', 3],
    ['things_put', 'answered', 3, 'failed', 3],
    ['things_post', 'sent', 2, 'completed', 1],
    ['things_post', 'answered', 3, 'completed', 3],
    ['things_make', 'sent', 2, 'completed', 1],
    ['things_make', 'sent', 3, 'failed', 0],
    ['things_make', 'answered', 1, 'completed', 1],
    ['things_fire', 'answered', 1, 'needs_review', 1],
    ['things_blur', 'sent', 1, 'needs_review', 0],
  ] as const)(
    '%s, %s, %d times: the workflow is %s after %d requests',
    async (tool, moment, times, status, requests) => {
      const world = lose(moment, times);
      expect(await world.run([make('a', tool)])).toMatchObject({ status });
      expect(world.platform.requests).toHaveLength(requests);
    },
  );

  test('a workflow that failed because the platform does not answer can be resumed', async () => {
    const world = lose('sent', 3);
    const { id, failure } = await world.run([make('a')]);
    expect(failure).toMatchObject({ code: 'DISCORD_TIMEOUT' });
    expect(await world.resume(id)).toMatchObject({ status: 'completed' });
    expect(world.platform.count('a')).toBe(1);
  });

  test.each(['things_fire', 'things_put'])(
    'continue_on_error does not go on past an unknown outcome of %s',
    async (tool) => {
      const world = lose('answered', 9);
      const summary = await world.run([make('a', tool, { continue_on_error: true }), make('b')]);
      expect(summary.status).toMatch(/needs_review|failed/);
      expect(world.platform.count('b')).toBe(0);
    },
  );

  test('a key is not trusted once a repetition was refused: the first call may have been applied', async () => {
    const world = startWorld();
    let calls = 0;
    world.platform.interfere = (moment) => {
      if (moment === 'sent') calls += 1;
      if (moment === 'answered' && calls === 1) throw lost();
      if (moment === 'sent' && calls === 2) throw refusal();
    };
    expect(await world.run([make('a', 'things_post')])).toMatchObject({ status: 'completed' });
    expect(world.platform.requests).toHaveLength(1);
  });

  test('a look-up that fails leaves the decision to a person, and says why', async () => {
    const world = startWorld({
      onion: {
        scope: async (call, next) => {
          if (call.context.lookup) throw refusal();
          return await next(call);
        },
      },
    });
    world.platform.interfere = (moment) => {
      if (moment === 'answered') throw lost();
    };
    const { status, failure } = await world.run([make('a')]);
    expect(status).toBe('needs_review');
    expect(failure?.message).toContain('Missing MANAGE_THINGS.');
  });
});

test('every execution gives a step the same key, and every step another', async () => {
  const world = lose('sent', 2);
  const keys: string[] = [];
  const { interfere } = world.platform;
  world.platform.interfere = (moment, call) => {
    if (moment === 'sent') keys.push(call.context.idempotencyKey);
    return interfere(moment, call);
  };
  const { id } = await world.run([make('a', 'things_post'), make('b', 'things_post')]);
  expect(keys).toEqual([`${id}/0`, `${id}/0`, `${id}/0`, `${id}/1`]);
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a key that runs out', () => {
  test('ends the time of the repetition that relies on it', async () => {
    const world = dieInCall('answered', keyLifetime - 10_000);
    const began = world.clock.now();
    const deadlines: (number | undefined)[] = [];
    const { interfere } = world.platform;
    world.platform.interfere = (moment, call) => {
      deadlines.push(call.context.deadline);
      return interfere(moment, call);
    };
    await world.run([make('a', 'things_post')]);
    expect(deadlines.at(0)).toBe(began + 60_000);
    expect(deadlines.at(-1)).toBe(began + keyLifetime - arrivalMargin);
  });

  test('while the call waits for its turn is not relied on', async () => {
    const world = lose('answered', 1, { concurrency: 1 });
    const { interfere } = world.platform;
    world.platform.interfere = async (moment, call) => {
      if (call.name === 'slow' && moment === 'sent') world.clock.advance(keyLifetime);
      // The other workflow has queued its call by then.
      if (call.name === 'a' && moment === 'answered') await nextTurn();
      return interfere(moment, call);
    };
    const first = await world.start([make('a', 'things_post')]);
    await world.start([make('slow')]);
    await world.engine.idle();
    expect(await world.status(first.id)).toMatchObject({ status: 'completed' });
    expect(world.platform.count('a')).toBe(1);
  });
});

test.each<Effect>(['once', 'keyed', 'idempotent'])(
  'a tool of effect %s is claimed just before its call, and a read is not',
  async (effect) => {
    const claims: number[] = [];
    const world = startWorld({
      around: (execution) => ({
        run: execution.run,
        signal: execution.signal,
        isKept: (position) => execution.isKept(position),
        keep: (position, name, work) => execution.keep(position, name, work),
        release: (position) => execution.release(position),
        update: (patch) => execution.update(patch),
        claim: (position, until) => {
          claims.push(position);
          return execution.claim(position, until);
        },
      }),
    });
    const tool = { once: 'things_fire', keyed: 'things_post', idempotent: 'things_put' }[
      effect as 'once'
    ];
    world.platform.interfere = (moment, { name }) => {
      if (moment === 'sent' && name === 'a') expect(claims).toEqual([1]);
    };
    const { status } = await world.run([
      { tool: 'things_list', args: {} },
      make('a', tool),
      { tool: 'things_list', args: {} },
    ]);
    expect(status).toBe('completed');
    expect(claims).toEqual([1]);
  },
);
