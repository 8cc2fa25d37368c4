import { createDispatcher, createRegistry } from '@guildline/mcp-core';
import { createDiscordClient, discordTools } from '../../src/index.ts';

export async function announce(token: string, apiUrl?: string) {
  const client = createDiscordClient({ token, apiUrl });
  const tools = createRegistry({ tools: discordTools(client.connect) });
  const dispatch = createDispatcher({ tools, clock: { now: Date.now } });

  const outcome = await dispatch(
    'messages_send',
    { channel_id: '222233334444555566', content: 'Office hours start in 30 minutes!' },
    { caller: { id: 'me', groups: [] } },
  );
  await client.close();
  return outcome.kind === 'result' ? outcome.structured : outcome;
}
