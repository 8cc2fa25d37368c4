import {
  type CallContext,
  defineTool,
  type LookupResult,
  type PickingToolSource,
  type ToolDefinition,
  type ToolSource,
} from '@guildline/mcp-core';
import type * as z from 'zod';
import type { Discord } from './discord.ts';

/** A tool that talks to Discord: a `ToolSource` whose functions are handed the REST API of their call. */
export interface DiscordToolSource<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Full = z.input<Output>,
> extends Omit<ToolSource<Input, Output, Full>, 'run' | 'lookup' | 'calls'> {
  readonly routes: readonly string[];
  readonly run: (args: z.output<Input>, discord: Discord, context: CallContext) => Promise<Full>;
  readonly lookup?: (
    args: z.output<Input>,
    since: number,
    discord: Discord,
    context: CallContext,
  ) => Promise<LookupResult<z.input<Output>>>;
}

/** A Discord tool whose `run` gives more than is answered: `returns` picks from it. */
export interface PickingDiscordToolSource<Input extends z.ZodType, Output extends z.ZodType, Full>
  extends DiscordToolSource<Input, Output, Full> {
  readonly returns: (full: Full, args: z.output<Input>) => z.input<Output>;
}

/** Gives a tool's call its REST API; loads the library on first use. */
export type ConnectDiscord = (
  tool: ToolDefinition,
  args: unknown,
  context: CallContext,
) => Promise<Discord>;

/** A Discord tool before it is bound to a client. */
export type DiscordTool = (connect: ConnectDiscord) => ToolDefinition;

/** Types a Discord tool by its schemas. Bind it with a {@link ConnectDiscord} to get a tool value. */
export function defineDiscordTool<Input extends z.ZodType, Output extends z.ZodType, Full>(
  source: PickingDiscordToolSource<Input, Output, Full>,
): DiscordTool;
export function defineDiscordTool<Input extends z.ZodType, Output extends z.ZodType>(
  source: DiscordToolSource<Input, Output>,
): DiscordTool;
export function defineDiscordTool<Input extends z.ZodType, Output extends z.ZodType, Full>(
  source: DiscordToolSource<Input, Output, Full>,
): DiscordTool {
  return (connect) => {
    const { run, lookup, ...facts } = source;
    const tool: ToolDefinition = defineTool<Input, Output, Full>({
      ...facts,
      run: async (args, context) => run(args, await connect(tool, args, context), context),
      ...(lookup && {
        lookup: async (args: z.output<Input>, since: number, context: CallContext) =>
          lookup(args, since, await connect(tool, args, context), context),
      }),
      // The signatures above ask for `returns` where it is needed.
    } as PickingToolSource<Input, Output, Full>);
    return tool;
  };
}
