import { discordTools } from '@guildline/discord-adapter';
import {
  createMemoryResultStore,
  createRecordPipelines,
  createRegistry,
  createStateStore,
  createWorkflows,
  errorCodes,
  metaTools,
  type ToolDefinition,
} from '@guildline/mcp-core';
import { expect, test } from 'vitest';

/** Pages that are written from the code. `vitest run --project repository -u` writes them anew. */
const note = '<!-- Written from the code by test/reference.test.ts; do not edit. -->';

test('docs/reference/errors.md lists every error code', async () => {
  const rows = Object.entries(errorCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  const page = `${note}

# Error codes

A tool error has a \`code\`, a \`message\` that ends in what to do next, \`retriable\` (true only if the same call can succeed later and repeating it cannot double anything), an \`outcome\` (\`not_applied\`, \`applied\` or \`unknown\`), and sometimes \`retry_after_ms\` and \`details\`. A call answers with it as JSON text and \`isError: true\`; a pipeline's step shows \`code\`, \`message\` and \`retriable\`, and the whole of it stands in the result's \`_meta["guildline/errors"]\`.

| code | meaning |
|---|---|
${rows.join('\n')}
`;
  await expect(page).toMatchFileSnapshot('../docs/reference/errors.md');
});

test('docs/reference/tools.md lists every tool', async () => {
  const tools = everyTool();
  const categories = [...new Set(tools.map((tool) => tool.category))].sort();
  const page = `${note}

# Tools

${tools.length} tools. \`guildline tools <name>\` prints the schemas of one. What \`effect\` means: \`read\` changes nothing; \`idempotent\` may be repeated; \`keyed\` may be repeated with the same key while Discord remembers it; \`once\` is never repeated unless it is known not to have run.

${categories.map((category) => toSection(category, tools)).join('\n\n')}
`;
  await expect(page).toMatchFileSnapshot('../docs/reference/tools.md');
});

/** Every tool that a server can have beside those of the systems that it connects. */
function everyTool(): ToolDefinition[] {
  const unbound = () => Promise.reject(new Error('Listing needs nothing behind the tools.'));
  const clock = { now: Date.now };
  const ports = {
    dispatch: unbound,
    tools: () => createRegistry({ tools: [] }),
    callerOf: () => undefined,
    clock,
  };
  const records = createRecordPipelines({
    ...ports,
    resources: () => [],
    transforms: [],
    results: createMemoryResultStore({ clock }),
    renderCsv: unbound,
  });
  const workflows = createWorkflows({ ...ports, engine: unbound, profileId: 'default' });
  const state = { store: createStateStore({ clock }) };
  return [...discordTools(unbound), ...metaTools({ state, workflows, records })];
}

function toSection(category: string, tools: readonly ToolDefinition[]): string {
  const rows = tools
    .filter((tool) => tool.category === category)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(
      (tool) =>
        `| \`${tool.name}\` | ${tool.effect}${tool.destructive ? ', destructive' : ''} | ${toPermissions(tool)} | ${firstSentence(tool.description)} |`,
    );
  return `## ${category}

| tool | effect | permissions | what it does |
|---|---|---|---|
${rows.join('\n')}`;
}

function toPermissions({ permissions = [] }: ToolDefinition): string {
  return permissions
    .map((permission) => (typeof permission === 'string' ? permission : permission.join(' or ')))
    .join(', ');
}

function firstSentence(description: string): string {
  const sentence = /^.*?[.;](?=\s|$)/s.exec(description)?.[0] ?? description;
  return sentence.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
