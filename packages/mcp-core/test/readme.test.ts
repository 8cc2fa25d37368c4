import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { expect, test } from 'vitest';
import { createNotesServer } from './examples/notes-server.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

function fences(language: string): string[] {
  const pattern = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g');
  return [...readme.matchAll(pattern)].map(([, text]) => text ?? '');
}

test('the example in the README is the file that is compiled here', () => {
  const example = readFileSync(join(import.meta.dirname, 'examples/notes-server.ts'), 'utf8');
  expect(fences('ts')).toEqual([example]);
});

test('the example answers as the README says', async () => {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(createNotesServer, { transport: serverSide });
  const client = new Client({ name: 'reader', version: '1.0.0' });
  await client.connect(clientSide);
  const [input, answer] = fences('json').map((text) => JSON.parse(text) as object);
  const result = await client.callTool({
    name: 'mcp_pipeline',
    arguments: input as Record<string, unknown>,
  });
  const withoutDurations = JSON.stringify(result.structuredContent).replace(
    /"(\w*duration_ms)":\d+/g,
    '"$1":0',
  );
  expect(JSON.parse(withoutDurations)).toEqual(answer);
  await client.close();
});
