import * as z from 'zod';
import { defineTool, id, type ToolDefinition, ToolError, untrusted } from '../../src/index.ts';
import type { ManualClock } from '../fakes.ts';

/** How a call of the system of people is interfered with. */
export type Interfere = (tool: string, args: Record<string, unknown>) => Promise<void> | void;

/** A system of numbered people: a paged list, a look-up, and three ways to write. */
export class People {
  /** Every call, in order: tool and what it was about. */
  readonly calls: string[] = [];
  /** Greeted people, each time. */
  readonly greeted: string[] = [];
  readonly removed: string[] = [];
  /** Ids that the look-up does not know. */
  readonly strangers = new Set<string>();
  interfere: Interfere = () => undefined;
  nameOf: (id: string) => string = (id) => `Person ${id}`;
  readonly #size: number;
  readonly #clock: ManualClock;

  constructor(size: number, clock: ManualClock) {
    this.#size = size;
    this.#clock = clock;
  }

  callsOf(tool: string): number {
    return this.calls.filter((call) => call.startsWith(`${tool} `)).length;
  }

  get tools(): ToolDefinition[] {
    const person = () => z.object({ id: z.string(), name: untrusted(z.string()) });
    const oneId = () =>
      z.strictObject({ id: id('person', /^\d{1,9}$/), text: z.string().optional() });
    const category = 'people';
    return [
      defineTool({
        name: 'people_list',
        category,
        title: 'List people',
        description: 'Lists people. More words.',
        input: () =>
          z.strictObject({
            limit: z.int().min(1).max(100).default(10),
            cursor: z.string().optional(),
            city: z.string().optional(),
          }),
        output: () => z.object({ people: z.array(person()), next_cursor: z.string().optional() }),
        effect: 'read',
        run: async ({ limit, cursor = '0' }) => {
          await this.#enter('people_list', { cursor });
          const from = Number(cursor);
          const ids = Array.from(
            { length: Math.max(0, Math.min(limit, this.#size - from)) },
            (_, index) => String(from + index),
          ).filter((one) => !this.removed.includes(one));
          const next = from + limit < this.#size ? { next_cursor: String(from + limit) } : {};
          return { people: ids.map((one) => ({ id: one, name: this.nameOf(one) })), ...next };
        },
      }),
      defineTool({
        name: 'people_get',
        category,
        title: 'Get a person',
        description: 'Looks a person up.',
        input: oneId,
        output: () => person().extend({ email: z.string() }),
        effect: 'read',
        run: async (args) => {
          await this.#enter('people_get', args);
          if (this.strangers.has(args.id)) {
            throw new ToolError({ code: 'DISCORD_NOT_FOUND', message: `Nobody is ${args.id}.` });
          }
          return { id: args.id, name: this.nameOf(args.id), email: `${args.id}@example.org` };
        },
      }),
      ...(['once', 'idempotent'] as const).map((effect) =>
        defineTool({
          name: `people_greet_${effect}`,
          category,
          title: 'Greet a person',
          description: 'Greets a person.',
          input: oneId,
          output: () => z.object({ greeted: z.string() }),
          effect,
          run: async (args) => {
            await this.#enter(`people_greet_${effect}`, args);
            this.greeted.push(args.id);
            await this.interfere('greeted', args);
            return { greeted: args.id };
          },
        }),
      ),
      defineTool({
        name: 'people_remove',
        category,
        title: 'Remove a person',
        description: 'Removes a person.',
        input: oneId,
        output: () => z.object({ removed: z.string() }),
        effect: 'once',
        destructive: true,
        run: async (args) => {
          await this.#enter('people_remove', args);
          this.removed.push(args.id);
          return { removed: args.id };
        },
      }),
      defineTool({
        name: 'people_whoami',
        category,
        title: 'Who calls',
        description: 'Says who calls.',
        input: () => z.strictObject({ id: z.string() }),
        output: () => z.object({ id: z.string(), caller: z.string(), groups: z.array(z.string()) }),
        effect: 'read',
        callerIdentity: true,
        run: async (args) => {
          const { __CallerId: caller, __CallerGroups: groups } = args as never as {
            __CallerId: string;
            __CallerGroups: string[];
          };
          return { id: args.id, caller, groups };
        },
      }),
    ];
  }

  async #enter(tool: string, args: Record<string, unknown>): Promise<void> {
    this.calls.push(`${tool} ${args['id'] ?? args['cursor']}`);
    this.#clock.advance(1);
    await this.interfere(tool, args);
  }
}
