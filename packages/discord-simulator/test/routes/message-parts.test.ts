import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CHANNEL,
  type Harness,
  type Json,
  NOON,
  startHarness,
  withoutPermissions,
} from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.simulator.control.reset();
  harness.simulator.control.setClock(NOON);
});
afterAll(() => harness.close());

const POST = `POST /channels/${CHANNEL.general}/messages`;
const V2 = 1 << 15;

function form(payload: unknown, ...files: [string, File][]): FormData {
  const data = new FormData();
  data.set('payload_json', JSON.stringify(payload));
  for (const [field, file] of files) data.set(field, file);
  return data;
}

describe('files', () => {
  test('a file becomes an attachment, described by its entry', async () => {
    const message = await harness.succeed(POST, undefined, {
      form: form(
        { attachments: [{ id: 1, filename: 'my picture.png', description: 'A picture' }] },
        ['files[0]', new File(['hello'], 'hello.txt', { type: 'text/plain' })],
        ['files[1]', new File([new Uint8Array(10)], 'x.png', { type: 'image/png' })],
      ),
    });
    expect(message.attachments).toMatchObject([
      { filename: 'hello.txt', size: 5, content_type: 'text/plain' },
      { filename: 'my_picture.png', size: 10, description: 'A picture', content_type: 'image/png' },
    ]);
    expect(message.attachments[0].url).toMatch(/^https:\/\/cdn\.discordapp\.com\/attachments\//);
  });

  test('the request log holds names and sizes, not contents', async () => {
    await harness.succeed(POST, undefined, {
      form: form({ content: 'a' }, ['files[0]', new File(['12345'], 'n.bin')]),
    });
    expect(harness.simulator.control.requests().at(-1)).toMatchObject({
      body: { content: 'a' },
      files: [{ name: 'n.bin', bytes: 5 }],
    });
  });

  test('ten files of 10 MiB at most, 25 MiB in all', async () => {
    const many = Array.from({ length: 11 }, (_, index): [string, File] => [
      `files[${index}]`,
      new File(['a'], 'a'),
    ]);
    expect(await harness.refuse(POST, undefined, { form: form({}, ...many) })).toEqual([
      400, 30015,
    ]);
    const big = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big');
    expect(await harness.refuse(POST, undefined, { form: form({}, ['files[0]', big]) })).toEqual([
      413, 50045,
    ]);
    const all = new File([new Uint8Array(25 * 1024 * 1024)], 'all');
    expect(await harness.refuse(POST, undefined, { form: form({}, ['files[0]', all]) })).toEqual([
      413, 40005,
    ]);
  });

  test('ATTACH_FILES is needed', async () => {
    withoutPermissions(harness.simulator, P.AttachFiles);
    const file: [string, File] = ['files[0]', new File(['a'], 'a')];
    expect(await harness.refuse(POST, undefined, { form: form({}, file) })).toEqual([403, 50013]);
  });

  test('an edit keeps the attachments it names', async () => {
    const { id, attachments } = await harness.succeed(POST, undefined, {
      form: form(
        { content: 'a' },
        ['files[0]', new File(['a'], 'a')],
        ['files[1]', new File(['b'], 'b')],
      ),
    });
    const edited = await harness.succeed(`PATCH /channels/${CHANNEL.general}/messages/${id}`, {
      attachments: [{ id: attachments[1].id }],
    });
    expect(edited.attachments).toMatchObject([{ filename: 'b' }]);
  });
});

describe('components', () => {
  const button = { type: 2, style: 1, label: 'Join', custom_id: 'join' };

  test('an action row gets ids and comes back', async () => {
    const select = {
      type: 3,
      custom_id: 'pick',
      options: [{ label: 'A', value: 'a', emoji: { name: '🅰️' } }],
    };
    const { components } = await harness.succeed(POST, {
      content: 'choose',
      components: [
        {
          type: 1,
          components: [button, { type: 2, style: 5, label: 'Web', url: 'https://x.org' }],
        },
        { type: 1, components: [select] },
        { type: 1, components: [{ type: 5, custom_id: 'who', placeholder: 'Who?' }] },
      ],
    });
    expect(components[0]).toMatchObject({ type: 1, id: 1, components: [button, { style: 5 }] });
    expect(components[1].components[0]).toMatchObject({ ...select, min_values: 1, max_values: 1 });
  });

  test('a layout of version 2 replaces text and embeds', async () => {
    const { components, flags } = await harness.succeed(POST, {
      flags: V2,
      components: [
        { type: 10, content: '# Title' },
        {
          type: 17,
          accent_color: 0x00ff00,
          components: [
            {
              type: 9,
              components: [{ type: 10, content: 'text' }],
              accessory: { type: 11, media: { url: 'https://example.com/a.png' } },
            },
            { type: 14 },
            { type: 12, items: [{ media: { url: 'https://example.com/b.png' } }] },
            { type: 1, components: [button] },
          ],
        },
      ],
    });
    expect(flags).toBe(V2);
    expect(components[1]).toMatchObject({
      accent_color: 0x00ff00,
      spoiler: false,
      components: [
        { accessory: { media: { url: 'https://example.com/a.png' }, spoiler: false } },
        { divider: true, spacing: 1 },
        { items: [{ spoiler: false }] },
        {},
      ],
    });
  });

  test.each<[string, Json, string[]]>([
    [
      'text beside version 2',
      {
        flags: V2,
        content: 'a',
        embeds: [{ title: 'b' }],
        components: [{ type: 10, content: 'a' }],
      },
      [
        'content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        'embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      ],
    ],
    [
      'a text component without the flag',
      { components: [{ type: 10, content: 'a' }] },
      ['components.0: UNION_TYPE_CHOICES'],
    ],
    ['an unknown type', { components: [{ type: 99 }] }, ['components.0: UNION_TYPE_CHOICES']],
    [
      'six rows',
      {
        components: Array.from({ length: 6 }, (_, n) => ({
          type: 1,
          components: [{ ...button, custom_id: `${n}` }],
        })),
      },
      ['components: BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'six buttons in a row',
      {
        components: [
          {
            type: 1,
            components: Array.from({ length: 6 }, (_, n) => ({ ...button, custom_id: `${n}` })),
          },
        ],
      },
      ['components.0.components: BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'a custom id that stands twice',
      { components: [{ type: 1, components: [button, button] }] },
      ['components: COMPONENT_CUSTOM_ID_DUPLICATED'],
    ],
    [
      'buttons that lack what their style needs',
      {
        components: [
          {
            type: 1,
            components: [
              { type: 2, style: 1, label: 'a' },
              { type: 2, style: 5, label: 'a' },
              { type: 2, style: 2, custom_id: 'x' },
              { type: 2, style: 6 },
            ],
          },
        ],
      },
      [
        'components.0.components.0.custom_id: BASE_TYPE_REQUIRED',
        'components.0.components.1.url: BASE_TYPE_REQUIRED',
        'components.0.components.2.label: BASE_TYPE_REQUIRED',
        'components.0.components.3.sku_id: BASE_TYPE_REQUIRED',
      ],
    ],
    [
      'more than forty in all',
      {
        flags: V2,
        components: Array.from({ length: 4 }, () => ({
          type: 17,
          components: Array.from({ length: 10 }, () => ({ type: 10, content: 'a' })),
        })),
      },
      ['components: BASE_TYPE_BAD_LENGTH'],
    ],
  ])('%s is refused', async (_, body, expected) => {
    expect(await harness.fieldErrors(POST, body)).toEqual(expected);
  });
});
