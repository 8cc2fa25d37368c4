import { type DiscordClient, discordState, discordTools } from '@guildline/discord-adapter';
import {
  createDispatcher,
  createRegistry,
  createStateKeeper,
  createStateStore,
} from '@guildline/mcp-core';

/** `#announcements` of the simulator's world. */
export const channel = '222233334444555566';

/** Sends messages through a client as one server would, all at once. */
export async function sendFrom(client: DiscordClient, server: number, count: number) {
  const clock = { now: Date.now };
  const tools = createRegistry({ tools: discordTools(client.connect), state: discordState });
  const store = createStateStore({ clock });
  const dispatch = createDispatcher({
    tools,
    clock,
    onion: { state: createStateKeeper({ store }) },
  });
  const outcomes = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      dispatch(
        'messages_send',
        { channel_id: channel, content: `message ${index} of server ${server}` },
        { caller: { id: 'local', groups: [] }, deadline: Date.now() + 60_000 },
      ),
    ),
  );
  const failed = outcomes.find(({ kind }) => kind !== 'result');
  if (failed) throw new Error(JSON.stringify(failed));
}
