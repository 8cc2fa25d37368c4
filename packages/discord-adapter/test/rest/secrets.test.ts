import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { errorOf, type HostileClient, startHostileClient, token } from './hostile-client.ts';
import { type Misbehave, sendJson, sendPage } from './hostile-server.ts';

const webhookToken = 'webhook-token-that-nobody-may-see';
const content = 'body that nobody may see';
const route = `/webhooks/888899990000111122/${webhookToken}/messages/999900001111222233`;

let hostile: HostileClient | undefined;
afterEach(async () => {
  await hostile?.close();
  hostile = undefined;
});

const misbehaviours: Record<string, Misbehave> = {
  'a refusal': (_request, response) => sendJson(response, 400, { message: 'No.', code: 50035 }),
  'a refusal that quotes the token': (_request, response) =>
    sendJson(response, 400, { message: `No, ${token}.`, code: 0 }),
  'field errors that quote the token': (_request, response) =>
    sendJson(response, 400, {
      message: 'Invalid Form Body',
      code: 50035,
      errors: { name: { _errors: [{ code: 'X', message: `Not ${token}.` }] } },
    }),
  'a missing object': (_request, response) =>
    sendJson(response, 404, { message: 'Unknown Message', code: 10008 }),
  'a denial': (_request, response) =>
    sendJson(response, 403, { message: 'Missing Permissions', code: 50013 }),
  'a server error': (_request, response) => sendJson(response, 500, {}),
  'a page': (_request, response) => sendPage(response, 403),
  'a rate limit': (_request, response) => sendJson(response, 429, { retry_after: 1e6 }),
  'a dropped connection': (_request, response) => {
    response.destroy();
  },
  silence: () => undefined,
};

test.each(Object.entries(misbehaviours))(
  'no error shows a token or a body: %s',
  async (_what, misbehave) => {
    hostile = await startHostileClient(misbehave, { limits: { requestTimeoutMs: 50 } });
    const discord = await hostile.connect('once');
    for (const method of ['patch', 'get'] as const) {
      const error = await errorOf(discord[method](route, { body: { content } }));
      const everything = `${JSON.stringify(error)}\n${inspect(error, { depth: 20, showHidden: true })}`;
      expect(everything).not.toContain(token);
      expect(everything).not.toContain(webhookToken);
      expect(everything).not.toContain(content);
    }
  },
);
