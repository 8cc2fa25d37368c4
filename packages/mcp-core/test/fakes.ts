import * as z from 'zod';
import {
  type Caller,
  createDispatcher,
  createRegistry,
  type Dispatch,
  defineTool,
  id,
  metaTools,
  type Onion,
  type ToolDefinition,
  type ToolSource,
  untrusted,
} from '../src/index.ts';

/** A clock that stands still until it is moved. */
export class ManualClock {
  #now = Date.UTC(2030, 0, 1);
  now(): number {
    return this.#now;
  }
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

export const alice: Caller = { id: 'alice', groups: ['moderators'] };

/** A tool that records its calls and answers with what it is told to. */
export function fakeTool(
  source: Partial<ToolSource<z.ZodType, z.ZodType>> & { name: string },
): ToolDefinition {
  return defineTool({
    category: 'test',
    title: source.name,
    description: `A fake: ${source.name}.`,
    input: () => z.strictObject({ text: z.string().optional() }),
    output: () => z.object({ text: untrusted(z.string()) }),
    effect: 'read',
    run: async (args) => ({ text: String((args as { text?: string }).text ?? '') }),
    ...source,
  } as ToolSource<z.ZodType, z.ZodType>);
}

/** Notes that were posted, as a stand-in for a platform. */
export function noteTools(posted: { board_id: string; text: string }[] = []): ToolDefinition[] {
  return [
    defineTool({
      name: 'notes_post',
      category: 'notes',
      title: 'Post a note',
      description: 'Posts a note on a board.',
      input: () =>
        z.strictObject({
          board_id: id('board', /^\d{3,20}$/),
          text: z.string().min(1).max(200),
          tags: z.array(z.string()).optional(),
        }),
      output: () => z.object({ note_id: z.string(), text: untrusted(z.string()) }),
      effect: 'once',
      run: async ({ board_id, text }) => {
        posted.push({ board_id, text });
        return { note_id: String(1000 + posted.length), text };
      },
    }),
    defineTool({
      name: 'notes_list',
      category: 'notes',
      title: 'List notes',
      description: 'Lists the notes of a board.',
      input: () => z.strictObject({ board_id: id('board', /^\d{3,20}$/) }),
      output: () => z.object({ notes: z.array(z.object({ text: untrusted(z.string()) })) }),
      effect: 'read',
      run: async ({ board_id }) => ({
        notes: posted.filter((note) => note.board_id === board_id).map(({ text }) => ({ text })),
      }),
    }),
  ];
}

/** A dispatcher over some tools and the meta tools. */
export function startDispatcher(
  tools: readonly ToolDefinition[],
  more: { onion?: Onion; isSelected?: (tool: ToolDefinition) => boolean } = {},
): { dispatch: Dispatch; clock: ManualClock; tools: ReturnType<typeof createRegistry> } {
  const clock = new ManualClock();
  const registry = createRegistry({
    tools: [...tools, ...metaTools()],
    isSelected: more.isSelected,
  });
  return {
    clock,
    tools: registry,
    dispatch: createDispatcher({ tools: registry, clock, onion: more.onion }),
  };
}
