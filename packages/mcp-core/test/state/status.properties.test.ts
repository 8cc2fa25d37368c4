import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  createDispatcher,
  createRegistry,
  createStateKeeper,
  createStateStore,
  defineState,
  metaTools,
  Reply,
} from '../../src/index.ts';
import { alice, ManualClock } from '../fakes.ts';
import { resultOf, statefulTool } from './state-world.ts';

const fields = ['alpha', 'beta', 'gamma', 'delta'];
const state = defineState(Object.fromEntries(fields.map((name) => [name, () => z.unknown()])));
const stateIds = ['default', 'other'];

/** What a call stores must not help the next one: a reply is answered and not stored. */
const answerOnly = async () => new Reply({ done: true });

/** Stores everything, so that every requirement can be met. */
const filler = statefulTool({ name: 'fill_all', stores: fields });

const someFields = fc.subarray(fields);
const tools = fc.array(fc.record({ requires: someFields, stores: someFields }), {
  minLength: 1,
  maxLength: 8,
});
const value = fc.oneof(
  fc.constantFrom(null, undefined, 0, '', false),
  fc.jsonValue({ maxDepth: 1 }),
);
const storings = fc.array(
  fc.record({
    field: fc.constantFrom(...fields),
    stateId: fc.constantFrom(...stateIds),
    value,
    minutes: fc.integer({ min: 0, max: 45 }),
  }),
  { maxLength: 12 },
);

test('_status and requires never disagree, whatever is stored and whatever a tool requires', async () => {
  await fc.assert(
    fc.asyncProperty(tools, storings, async (shapes, stored) => {
      const clock = new ManualClock();
      const store = createStateStore({ clock });
      const own = shapes.map((shape, index) =>
        statefulTool({ name: `tool_${index}`, ...shape, run: answerOnly }),
      );
      const registry = createRegistry({
        tools: [filler, ...own, ...metaTools({ state: { store } })],
        state,
      });
      const onion = { state: createStateKeeper({ store }) };
      const dispatch = createDispatcher({ tools: registry, clock, onion });
      for (const { field, stateId, value: stores, minutes } of stored) {
        const slot = { caller: alice.id, stateId, field };
        store.update(slot, { tool: 'fill_all', callId: '1' }, () => stores);
        clock.advance(minutes * 60_000);
      }
      for (const state_id of stateIds) {
        const answer = resultOf(await dispatch('_status', { state_id }, { caller: alice }));
        const status = answer.structured as unknown as Status;
        expect([...status.tools.available, ...status.tools.blocked].sort()).toEqual(
          [filler, ...own].map(({ name }) => name).sort(),
        );
        for (const [index, { requires }] of shapes.entries()) {
          const name = `tool_${index}`;
          const empty = requires.filter((field) => status.state[field]?.populated === false);
          expect(status.tools.waiting_for[name] ?? []).toEqual(empty);
          expect(status.tools.blocked.includes(name)).toBe(empty.length > 0);
          const called = await dispatch(name, { state_id }, { caller: alice });
          expect(called.kind).toBe(empty.length === 0 ? 'result' : 'error');
          const steps = [{ tool: name, args: { state_id } }];
          const check = resultOf(
            await dispatch('mcp_pipeline_check', { steps }, { caller: alice }),
          );
          expect(check.structured['ok']).toBe(empty.length === 0);
        }
      }
    }),
    { numRuns: 40 },
  );
});

interface Status {
  readonly state: Readonly<Record<string, { readonly populated: boolean }>>;
  readonly tools: {
    readonly available: readonly string[];
    readonly blocked: readonly string[];
    readonly waiting_for: Readonly<Record<string, readonly string[]>>;
  };
}
