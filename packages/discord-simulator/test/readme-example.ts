import { type Simulator, startSimulator } from '@guildline/discord-simulator';

/** Sends one message whose answer gets lost, asks again with the same nonce, and tells what happened. */
export async function example(): Promise<string[]> {
  const simulator: Simulator = await startSimulator();
  const { control } = simulator;
  control.setClock('2030-01-01T16:30:00Z');
  control.setNextIds(['888899990000111122']);
  control.inject({ method: 'POST', drop: 'after' });

  const send = () =>
    fetch(`${simulator.url}/v10/channels/222233334444555566/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bot ${simulator.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ content: 'Hello', nonce: 'greeting', enforce_nonce: true }),
    });
  await send().catch(() => 'the connection was dropped, but the message is there');
  const again = (await (await send()).json()) as { id: string };

  const lines = control
    .requests()
    .map(
      ({ method, status, applied }) =>
        `${method} ${status} ${applied ? 'applied' : 'changed nothing'}`,
    );
  await simulator.close();
  return [...lines, `message ${again.id}`];
}
