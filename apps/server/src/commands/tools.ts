import { toWireTool } from '@guildline/mcp-core';
import pc from 'picocolors';
import { composeGuildline } from '../compose.ts';
import { CommandError } from '../exit-codes.ts';
import { parseSettings } from '../settings.ts';
import { formatTable } from '../terminal/table.ts';

/** `guildline tools [name]`: the list of tools, or one tool's schemas. Needs no token. */
export async function tools(name: string | undefined, { json }: { json?: boolean }): Promise<void> {
  const { tools: registry, service } = composeGuildline(parseSettings(process.env));
  if (name !== undefined) {
    const tool = registry.find(name);
    if (!tool) {
      const meant = registry.suggest(name);
      throw new CommandError(
        `No tool is named "${name}".${meant ? ` Did you mean "${meant}"?` : ' "guildline tools" lists them.'}`,
      );
    }
    process.stdout.write(`${JSON.stringify(toWireTool(tool), null, 2)}\n`);
    return;
  }
  if (json) {
    process.stdout.write(`${JSON.stringify(service.list(), null, 2)}\n`);
    return;
  }
  const rows = registry
    .enabled()
    .map((tool) => [
      pc.bold(tool.name),
      tool.destructive ? pc.red('destructive') : tool.effect,
      firstSentence(tool.description),
    ]);
  process.stdout.write(`${formatTable(rows)}\n\n${rows.length} tools\n`);
}

function firstSentence(description: string): string {
  return /^.*?[.;](?=\s|$)/s.exec(description)?.[0] ?? description;
}
