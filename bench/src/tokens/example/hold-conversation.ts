import {
  createDispatcher,
  createMemoryResultStore,
  createRegistry,
  createStateKeeper,
  createStateStore,
  metaTools,
} from '@guildline/mcp-core';
import { createMcpService, createServer, type McpService } from '@guildline/mcp-core/mcp';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { countJsonTokens, countTokens } from '../count-tokens.ts';
import { type Conversation, request } from './conversations.ts';

/** What one way to do the example costs, in tokens. */
export interface ConversationCost {
  readonly name: string;
  /** Tools in the list. */
  readonly tools: number;
  /** Requests of the model that call a tool. */
  readonly rounds: number;
  /** The tool list, once. */
  readonly list: number;
  /** The tool list in every round. */
  readonly listResent: number;
  /** What was asked, every call and every result, once. */
  readonly messages: number;
  /** Everything that a host sends that sends all again each time, the last reading included. */
  readonly resent: number;
  /** Everything that a host sends that sends nothing twice. */
  readonly once: number;
}

/** Makes the calls over a real MCP client, and counts what passes through the model. */
export async function holdConversation(conversation: Conversation): Promise<ConversationCost> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const service = createService(conversation);
  const callerOf = () => ({ id: 'model', groups: [] });
  serveStdio(() => createServer(service, { callerOf }), { transport: serverSide });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(clientSide);
  try {
    const { tools } = await client.listTools();
    const messages = await makeCalls(client, conversation);
    return toCost(conversation, tools, messages);
  } finally {
    await client.close();
  }
}

function createService({ tools: own, state, metaTools: names }: Conversation): McpService {
  // A clock that stands still: durations in the answers are the same in every run.
  const clock = { now: () => Date.UTC(2030, 2, 2, 12) };
  const store = createStateStore({ clock });
  const around = metaTools({ state: { store } }).filter(({ name }) => names.includes(name));
  const tools = createRegistry({ tools: [...own, ...around], state });
  return createMcpService({
    name: 'example',
    version: '1.0.0',
    tools,
    dispatch: createDispatcher({ tools, clock, onion: { state: createStateKeeper({ store }) } }),
    results: createMemoryResultStore({ clock }),
    clock,
  });
}

/** Tokens of what each round adds to the conversation: the call and its result. */
async function makeCalls(client: Client, { calls }: Conversation): Promise<number[]> {
  const results: unknown[] = [];
  const messages: number[] = [];
  for (const next of calls) {
    const call = next(results);
    const { content, structuredContent, isError } = await client.callTool({
      ...call,
      arguments: { ...call.arguments },
    });
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    if (isError) throw new Error(`${call.name}: ${text}`);
    results.push(structuredContent);
    messages.push(countJsonTokens(call) + countTokens(withFixedMarks(text)));
  }
  return messages;
}

/** The marks around text from outside are made up for each answer; here they are always the same. */
function withFixedMarks(text: string): string {
  return text.replaceAll(/(untrusted) [0-9a-f]{12}/g, '$1 3f9a1c07be52');
}

function toCost(
  { name }: Conversation,
  tools: readonly unknown[],
  messages: readonly number[],
): ConversationCost {
  const list = countJsonTokens(tools);
  const rounds = messages.length;
  let conversation = countTokens(request);
  let resent = list + conversation;
  for (const added of messages) {
    conversation += added;
    resent += list + conversation;
  }
  return {
    name,
    tools: tools.length,
    rounds,
    list,
    listResent: list * rounds,
    messages: conversation,
    resent,
    once: list + conversation,
  };
}
