import { createDiscordClient } from '@guildline/discord-adapter';
import { createRegistry, toWireList } from '@guildline/mcp-core';
import { createToolSet } from './tool-set.ts';

/** Prints the published list of all tools. The build runs this and puts the text into the program. */
const tools = createRegistry({ tools: createToolSet(createDiscordClient({})) });
process.stdout.write(JSON.stringify(toWireList(tools)));
