import { discordState } from '@guildline/discord-adapter';
import { createRegistry, toWireList } from '@guildline/mcp-core';
import { listedTools } from './tool-set.ts';

/** Prints the published list of all tools. The build runs this and puts the text into the program. */
const tools = createRegistry({ tools: listedTools(), state: discordState });
process.stdout.write(JSON.stringify(toWireList(tools)));
