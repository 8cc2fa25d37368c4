import * as adapter from '@guildline/discord-adapter';
import * as simulator from '@guildline/discord-simulator';
import * as spec from '@guildline/discord-simulator/spec';
import * as core from '@guildline/mcp-core';
import * as mcp from '@guildline/mcp-core/mcp';
import * as mcpV1 from '@guildline/mcp-core/mcp-v1';
import * as pipeline from '@guildline/pipeline-core';
import { expect, test } from 'vitest';

test.each([
  ['@guildline/pipeline-core', pipeline],
  ['@guildline/mcp-core', core],
  ['@guildline/mcp-core/mcp', mcp],
  ['@guildline/mcp-core/mcp-v1', mcpV1],
  ['@guildline/discord-adapter', adapter],
  ['@guildline/discord-simulator', simulator],
  ['@guildline/discord-simulator/spec', spec],
])('%s exports what its snapshot says', (_name, exports) => {
  expect(Object.keys(exports).sort()).toMatchSnapshot();
});
