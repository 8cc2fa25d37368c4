import type { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { ListedTool } from './tool-schemas.ts';

const mostPages = 16;

/**
 * Every tool of an upstream, as it lists them. Looks at names alone, so that one odd tool does not take
 * the others with it.
 */
export async function listTools(client: Client, timeout: number): Promise<readonly ListedTool[]> {
  const page = z.looseObject({
    tools: z.array(z.looseObject({ name: z.string() })),
    nextCursor: z.string().optional(),
  });
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const found = await client.request({ method: 'tools/list', params }, page, { timeout });
    tools.push(...found.tools);
    cursor = found.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}
