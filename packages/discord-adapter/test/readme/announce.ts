import {
  createDispatcher,
  createRegistry,
  createStateKeeper,
  createStateStore,
} from '@guildline/mcp-core';
import { createDiscordClient, discordState, discordTools } from '../../src/index.ts';

export async function announce(token: string, apiUrl?: string) {
  const client = createDiscordClient({ token, apiUrl });
  const tools = createRegistry({ tools: discordTools(client.connect), state: discordState });
  const clock = { now: Date.now };
  const dispatch = createDispatcher({
    tools,
    clock,
    onion: { state: createStateKeeper({ store: createStateStore({ clock }) }) },
  });

  const outcome = await dispatch(
    'messages_send',
    { channel_id: '222233334444555566', content: 'Office hours start in 30 minutes!' },
    { caller: { id: 'me', groups: [] } },
  );
  await client.close();
  return outcome.kind === 'result' ? outcome.structured : outcome;
}
