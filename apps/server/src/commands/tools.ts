import { toSummary, toWireTool } from '@guildline/mcp-core';
import { composeGuildline } from '../compose.ts';
import type { ConfigurationFlags } from '../configuration/common-settings.ts';
import { CommandError } from '../exit-codes.ts';
import { loadSettings } from '../settings.ts';
import { colors } from '../terminal/colors.ts';
import { formatTable } from '../terminal/table.ts';

/** The flags of `guildline tools`. */
export interface ToolsFlags extends ConfigurationFlags {
  readonly json?: boolean | undefined;
}

/** `guildline tools [name]`: the list of tools, or one tool's schemas. Needs no token. */
export async function tools(name: string | undefined, flags: ToolsFlags): Promise<void> {
  const { settings } = await loadSettings(flags);
  const { tools: registry, service } = composeGuildline(settings);
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
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(service.list(), null, 2)}\n`);
    return;
  }
  const rows = registry
    .enabled()
    .map((tool) => [
      colors.bold(tool.name),
      tool.destructive ? colors.red('destructive') : tool.effect,
      toSummary(tool.description),
    ]);
  process.stdout.write(`${formatTable(rows)}\n\n${rows.length} tools\n`);
}
