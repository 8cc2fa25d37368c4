import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { program } from '../program.ts';

/** A tool as the program publishes it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
}

/** What the built program answers. */
export interface ProgramAnswers {
  readonly tools: readonly ListedTool[];
  /** What a model reads after it has asked `tools_search`, for each question. */
  readonly found: readonly string[];
}

/** Starts the built program with a surface, lists its tools and asks its search. */
export async function askProgram(
  surface: string,
  questions: readonly string[] = [],
): Promise<ProgramAnswers> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve'],
    env: { GUILDLINE_SURFACE: surface },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    const found: string[] = [];
    for (const query of questions) found.push(await search(client, query));
    return { tools, found };
  } finally {
    await client.close();
  }
}

async function search(client: Client, query: string): Promise<string> {
  const { content, isError } = await client.callTool({
    name: 'tools_search',
    arguments: { query },
  });
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  if (isError) throw new Error(`tools_search: ${text}`);
  return text;
}
