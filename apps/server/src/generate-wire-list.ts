import { toWireList } from '@guildline/mcp-core';
import { composeGuildline } from './compose.ts';

/** Prints the published list of all tools. The build runs this and puts the text into the program. */
const { tools } = composeGuildline({
  token: () => undefined,
  apiUrl: undefined,
  dataDirectory: '.',
  categories: undefined,
});
process.stdout.write(JSON.stringify(toWireList(tools)));
