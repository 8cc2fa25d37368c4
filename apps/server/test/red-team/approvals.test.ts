import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rig, type Rigs, startRigs, textOf } from './rig.ts';
import { shapes } from './shapes.ts';
import { ids } from './world.ts';

const { guild: guild_id, channel: channel_id } = ids;

/** A step of every kind of thing that has a name, and one that would say a text. */
const steps = [
  { tool: 'channels_delete', args: { channel_id } },
  { tool: 'channels_delete', args: { channel_id: ids.thread } },
  { tool: 'members_kick', args: { guild_id, user_id: ids.mallory } },
  { tool: 'members_bulk_ban', args: { guild_id, user_ids: [ids.mallory, ids.banned] } },
  { tool: 'roles_delete', args: { guild_id, role_id: ids.role } },
  { tool: 'messages_delete', args: { channel_id, message_id: ids.message } },
  { tool: 'events_delete', args: { guild_id, event_id: ids.event } },
  {
    tool: 'webhooks_execute',
    args: { webhook_id: ids.webhook, content: 'x', allowed_mentions: { parse: ['everyone'] } },
  },
];

/** How a question reaches a person: by elicitation, or in the answer that carries a token. */
type Route = 'elicitation' | 'token';

async function previewOf(rig: Rig, batch: readonly object[], route: Route): Promise<string> {
  if (route === 'elicitation') {
    return (await rig.ask('mcp_pipeline', { steps: batch })).preview ?? '';
  }
  const result = await rig.call('mcp_pipeline', { steps: batch });
  const { message, details } = JSON.parse(textOf(result)) as {
    message: string;
    details: { preview: string };
  };
  expect(message).toContain(details.preview);
  return details.preview;
}

/** Every shape by one route, half of them by either: the text is one, as a test of its own says. */
const routed = shapes.map((shape, index) => ({
  ...shape,
  route: index % 2 === 0 ? ('elicitation' as const) : ('token' as const),
}));

/** A preview without the names in it. */
function skeletonOf(preview: string): string {
  return preview
    .replaceAll(/⟦[^⟦⟧]*⟧/g, '⟦⟧')
    .replaceAll(/\(@[a-z0-9._]{2,32}, /g, '(@⟦⟧, ')
    .replaceAll(/ \([\d,]+ characters\)/g, '')
    .replaceAll('a message without text', '⟦⟧');
}

const nameLength = 40;
const invisible =
  /(?![\n])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\u206a-\u206f\u3164\u115f\u1160\uffa0\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

let rigs: Rigs;
let expected: string;
beforeAll(async () => {
  rigs = await startRigs(async () => undefined);
  await rigs.use(async (rig) => {
    const preview = await previewOf(rig, steps, 'elicitation');
    expected = skeletonOf(preview);
  });
});
afterAll(() => rigs.close());

test('the preview of benign names tells every name', () =>
  rigs.use(async (rig) => {
    rig.plant('benign');
    const preview = await previewOf(rig, steps, 'elicitation');
    expect(await previewOf(rig, steps, 'token')).toBe(preview);
    expect(preview.match(/⟦benign⟧/g)?.length).toBeGreaterThanOrEqual(12);
    expect(preview.split('\n').filter((line) => line.startsWith('Step '))).toHaveLength(
      steps.length,
    );
  }));

describe.concurrent('what a person is asked', () => {
  test.each(routed)(
    'is the same with $name in every name ($route), and nothing has happened',
    ({ text, route }) =>
      rigs.use(async (rig) => {
        rig.plant(text);
        const preview = await previewOf(rig, steps, route);
        expect(skeletonOf(preview)).toBe(expected);
        expect(preview).not.toMatch(invisible);
        for (const line of preview.split('\n').filter((one) => !one.includes('message'))) {
          for (const [, name = ''] of line.matchAll(/⟦([^⟦⟧]*)⟧/g)) {
            // Isolating letters that run from right to left takes two.
            expect([...name].length).toBeLessThanOrEqual(nameLength + 2);
          }
        }
        expect(rig.writes()).toEqual([]);
      }),
  );

  test.each(shapes)('shows $name in the arguments on one line, between fences', ({ text }) =>
    rigs.use(async (rig) => {
      rig.plant('benign');
      const args = { guild_id, user_id: ids.mallory };
      const { preview: benign = '' } = await rig.ask('members_kick', {
        ...args,
        audit_reason: 'benign',
      });
      const reason = [...text].slice(0, 500).join('');
      const { preview = '' } = await rig.ask('members_kick', { ...args, audit_reason: reason });
      expect(skeletonOf(preview)).toBe(skeletonOf(benign));
      expect(preview).not.toMatch(invisible);
      expect(rig.writes()).toEqual([]);
    }),
  );
});
