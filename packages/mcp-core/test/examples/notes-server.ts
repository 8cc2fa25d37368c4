import {
  createDispatcher,
  createMemoryResultStore,
  createRegistry,
  defineTool,
  id,
  metaTools,
  untrusted,
} from '@guildline/mcp-core';
import { createMcpService, createServer } from '@guildline/mcp-core/mcp';
import * as z from 'zod';

const notes: { board_id: string; text: string }[] = [];

const notesPost = defineTool({
  name: 'notes_post',
  category: 'notes',
  title: 'Post a note',
  description: 'Posts a note on a board and returns its id.',
  input: () => z.strictObject({ board_id: id('board'), text: z.string().max(200) }),
  output: () => z.object({ note_id: z.string(), text: untrusted(z.string()) }),
  effect: 'once', // not safe to repeat: nothing here retries it blindly
  run: async ({ board_id, text }) => {
    notes.push({ board_id, text });
    return { note_id: String(notes.length), text };
  },
});

const clock = { now: Date.now };
const tools = createRegistry({ tools: [notesPost, ...metaTools()] });
const dispatch = createDispatcher({ tools, clock });
const results = createMemoryResultStore({ clock });
const service = createMcpService({
  name: 'notes',
  version: '1.0.0',
  tools,
  dispatch,
  results,
  clock,
});

/** One server per connection; hand this to `serveStdio` or `createMcpHandler` of the SDK. */
export const createNotesServer = () =>
  createServer(service, { callerOf: () => ({ id: 'local', groups: [] }) });
