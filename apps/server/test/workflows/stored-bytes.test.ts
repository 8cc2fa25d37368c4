import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, describe, expect, test } from 'vitest';
import { Arena } from '../chaos/arena.ts';
import { places } from '../chaos/chaos-steps.ts';
import type { KillableServer } from '../chaos/killable-server.ts';
import { findSecrets } from '../secrets/find-secrets.ts';
import { leak, planted } from '../secrets/planted-secrets.ts';
import { openTokenGate } from '../secrets/token-gate.ts';
import { findPostgres, query } from '../test-postgres.ts';
import { startWorkflow, untilStatus } from './until-status.ts';

const postgres = await findPostgres();
afterAll(() => postgres?.stop());

const target = { profile_id: 'default', guild_id: places.guild };
const channel_id = places.announcements;
const marker = 'This text is stored.';
/** Every row of every table of the engine and of ours, as text. */
const rowsQuery = `select query_to_xml(format('select * from %I.%I', table_schema, table_name), true, false, '')::text as rows
  from information_schema.tables where table_schema = 'guildline'`;

/** Runs in which secrets come in wherever something can come in. */
async function useSecrets(arena: Arena, server: KillableServer): Promise<void> {
  const { control } = arena.simulator;
  const send = (content: string) => ({ tool: 'messages_send', args: { channel_id, content } });

  const refused = await server.call('workflow_start', { target, steps: [send(leak)] });
  expect(refused).toMatchObject({ ok: false, error: { code: 'PIPELINE_INVALID' } });

  const reading = await startWorkflow(server, target, [
    send(marker),
    { id: 'hook', tool: 'webhooks_create', args: { channel_id, name: 'news' } },
    {
      tool: 'webhooks_execute',
      args: { webhook_id: '{{hook.webhook_id}}', content: 'through the webhook' },
    },
    { id: 'read', tool: 'messages_read', args: { channel_id } },
    { id: 'asks', tool: 'workflow_ask', args: { question: 'Is it safe?' } },
  ]);
  await untilStatus(server, reading, 'waiting');
  await server.ask('workflow_answer', { ...reading, step: 'asks', answer: leak });
  await untilStatus(server, reading, 'completed');

  control.inject({ method: 'GET', path: `/channels/${channel_id}`, status: 400, body: leak });
  const failing = await startWorkflow(server, target, [
    { tool: 'channels_get', args: { channel_id } },
  ]);
  await untilStatus(server, failing, 'failed');
  const verdict = { step: 'step_1', outcome: 'applied', result: { note: leak } };
  await server.call('workflow_resume', { ...failing, verdict });

  for (const idempotency_key of [planted.otherBotToken, `Bearer ${planted.bearer}`]) {
    const args = { target, steps: [send('by key')], idempotency_key };
    const answer = await server.call('workflow_start', args);
    expect(answer).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  }
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) texts[path] = await readFile(path, 'latin1');
  }
  return texts;
}

/** The beginnings and ends as they are: a database's files are large. */
function findPlain(texts: Readonly<Record<string, string>>): string[] {
  const parts = Object.values(planted).flatMap((secret: string) => {
    const hidden = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret)
      ? secret.slice(secret.indexOf('.') + 1)
      : secret;
    return [hidden.slice(0, 20), hidden.slice(-20)];
  });
  return Object.entries(texts).flatMap(([path, text]) =>
    parts.filter((part) => text.includes(part)).map((part) => `${part} in ${path}`),
  );
}

const databases = {
  PGlite: {
    prepare: async () => ({}),
    rowsOf: async (folder: string) => {
      const database = await PGlite.create(join(folder, 'workflows', 'default', 'pg18'));
      try {
        return (await database.query<{ rows: string }>(rowsQuery)).rows;
      } finally {
        await database.close();
      }
    },
  },
  PostgreSQL: {
    prepare: async () => ({ GUILDLINE_DATABASE_URL: (await postgres?.createDatabase()) ?? '' }),
    rowsOf: (_folder: string, url: string) => query<{ rows: string }>(url, rowsQuery),
  },
};

describe.each(Object.entries(databases))('with %s', (name, { prepare, rowsOf }) => {
  test.skipIf(name === 'PostgreSQL' && postgres === undefined)(
    'no token of any kind is in a file or a row after runs that have met them all',
    { timeout: 180_000 },
    async () => {
      const env: { GUILDLINE_DATABASE_URL?: string } = await prepare();
      const arena = await Arena.openPrepared(env);
      const gate = await openTokenGate(arena.simulator, planted.botToken);
      try {
        await fetch(`${arena.simulator.url}/v10/channels/${channel_id}/messages`, {
          method: 'POST',
          headers: {
            authorization: `Bot ${arena.simulator.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ content: leak }),
        });
        const server = await arena.start({
          isAgreeable: true,
          env: { DISCORD_TOKEN: planted.botToken, DISCORD_API_URL: gate.url },
        });
        await useSecrets(arena, server);
        const webhookTokens = arena.simulator.control.world().webhooks.map(({ token }) => token);
        expect(webhookTokens).toHaveLength(1);
        await server.close();

        const files = await filesOf(arena.dataDirectory);
        expect(findPlain(files)).toEqual([]);
        const rows = (await rowsOf(arena.dataDirectory, env.GUILDLINE_DATABASE_URL ?? ''))
          .map((row) => row.rows)
          .join('\n');
        expect(rows).toContain(marker);
        const secrets = { ...planted, createdWebhook: String(webhookTokens[0]) };
        expect(findSecrets({ rows }, secrets)).toEqual([]);
        const holds = (text: string) => text.includes(secrets.createdWebhook);
        expect(Object.keys(files).filter((path) => holds(files[path] ?? ''))).toEqual([]);
      } finally {
        await gate.close();
        await arena.close();
      }
    },
  );
});
