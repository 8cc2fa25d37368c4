import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Crashes } from '../runs/crashes.ts';
import { lost, type PlatformCall, refusal } from './platform.ts';
import { startWorld, target, type WorkflowWorld } from './workflow-world.ts';

const tools = [
  'things_make',
  'things_fire',
  'things_blur',
  'things_post',
  'things_put',
  'things_list',
] as const;

/** What happens to the first calls of a step, beside crashes. */
const faults = ['none', 'refused', 'lost on the way', 'late', 'answer lost'] as const;

interface Scenario {
  readonly steps: readonly {
    readonly tool: (typeof tools)[number];
    readonly faults: readonly (typeof faults)[number][];
    readonly continues: boolean;
  }[];
  /** Places at which the process dies, with what happens then. */
  readonly deaths: ReadonlyMap<
    number,
    { readonly pause: number; readonly late: number | undefined }
  >;
}

const death = fc.record({
  pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200_000 })),
  /** Which part of the call's time a request that is under way needs to arrive; lost when absent. */
  late: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
});

const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    steps: fc.array(
      fc.record({
        tool: fc.constantFrom(...tools),
        faults: fc.array(fc.constantFrom(...faults), { maxLength: 4 }),
        continues: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    deaths: fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), death), { maxLength: 5 }),
  })
  .map(({ steps, deaths }) => ({ steps, deaths: new Map(deaths) }));

/** Plays a scenario until nothing moves by itself any more. */
async function play({ steps, deaths }: Scenario) {
  let died = 0;
  let dying: { pause: number; late: number | undefined } | undefined;
  const crashes = new Crashes(
    (place) => {
      dying = deaths.get(place);
      return dying !== undefined;
    },
    () => {
      died += 1;
      world.clock.advance(dying?.pause ?? 0);
    },
  );
  const world = startWorld({ around: crashes.around });
  /** What a dying process has sent may still arrive. */
  const leaveUnderWay = (call: PlatformCall) => {
    if (dying?.late === undefined) return;
    const time = (call.context.deadline ?? 0) - world.clock.now();
    world.platform.arriveLater(call, Math.max(0, Math.floor(dying.late * time)));
  };
  const left = new Map(steps.map((step, index) => [`n${index}`, [...step.faults]]));
  world.platform.interfere = async (moment, call) => {
    await crashes.pass(`call ${moment}`, () => moment === 'sent' && leaveUnderWay(call));
    const pending = left.get(call.name);
    const [fault] = pending ?? [];
    if (moment === 'answered') {
      if (fault === 'answer lost') {
        pending?.shift();
        throw lost();
      }
      return;
    }
    if (fault === 'answer lost') return;
    pending?.shift();
    if (fault === 'refused') throw refusal();
    if (fault === 'lost on the way') throw lost();
    if (fault === 'late') {
      world.platform.arriveLater(call, (call.context.deadline ?? 0) - world.clock.now());
      throw lost();
    }
  };
  const { id } = await world.start(
    steps.map(({ tool, continues }, index) => ({
      id: `s${index}`,
      tool,
      args: tool === 'things_list' ? {} : { name: `n${index}` },
      continue_on_error: continues,
    })),
  );
  await world.engine.idle();
  return { world, id, died };
}

/** How often the thing of each step is there, for the steps that make one. */
function counts({ platform }: WorkflowWorld, steps: Scenario['steps']): (number | undefined)[] {
  return steps.map(({ tool }, index) =>
    tool === 'things_list' ? undefined : platform.count(`n${index}`),
  );
}

async function tolerated(world: WorkflowWorld, id: string): Promise<ReadonlySet<number>> {
  const { steps } = await world.result(id);
  return new Set(steps.flatMap(({ status }, index) => (status === 'error' ? [index] : [])));
}

/** What must hold whenever a workflow has come to rest. */
async function checkRest(world: WorkflowWorld, id: string, steps: Scenario['steps']) {
  const summary = await world.status(id);
  const at = summary.completed_steps;
  const errors = await tolerated(world, id);
  for (const [index, count] of counts(world, steps).entries()) {
    if (count === undefined) continue;
    if (index < at) expect(count, `step ${index} ran`).toBe(errors.has(index) ? 0 : 1);
    if (index === at) expect(count, `step ${index} is where it stands`).toBeLessThanOrEqual(1);
    if (index > at) expect(count, `step ${index} is to come`).toBe(0);
  }
  if (summary.status === 'needs_review') {
    // Only what can neither be repeated nor looked up is left to a person.
    expect(['things_fire', 'things_blur']).toContain(steps[at]?.tool);
    expect(summary.failure?.message).toContain(`(s${at}, ${steps[at]?.tool})`);
  }
  return summary;
}

describe('wherever the process dies', () => {
  test('no effect is doubled, none is lost, and a workflow in review names the step that is open', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (played) => {
        const { world, id } = await play(played);
        let summary = await checkRest(world, id, played.steps);
        for (let turns = 0; !summary.status.startsWith('completed'); turns += 1) {
          expect(turns).toBeLessThan(40);
          // Whoever decides looks what is there, once nothing can arrive any more.
          world.clock.advance(70_000);
          const at = summary.completed_steps;
          const isThere = world.platform.count(`n${at}`) > 0;
          const verdict = { step: `s${at}`, outcome: isThere ? 'applied' : 'not_applied' };
          const needed = summary.status === 'needs_review' ? { verdict } : {};
          await world.call('workflow_resume', { id, target, ...needed });
          await world.engine.idle();
          summary = await checkRest(world, id, played.steps);
        }
      }),
      { numRuns: 120 },
    );
  }, 30_000);

  test('a workflow of every effect comes through a death at each of its places, one after the other', async () => {
    const steps = tools.map((tool) => ({ tool, faults: [], continues: false }));
    let isAlive = false;
    for (let place = 0; !isAlive; place += 1) {
      const deaths = new Map([[place, { pause: 0, late: undefined }]]);
      const { world, id, died } = await play({ steps, deaths });
      const summary = await checkRest(world, id, steps);
      isAlive = died === 0;
      if (isAlive) expect(place).toBeGreaterThan(40);
      expect(isAlive ? ['completed'] : ['completed', 'needs_review']).toContain(summary.status);
    }
  }, 30_000);
});
