import { list } from '../validate/collections.ts';
import { nullish, type Output, object, optional, type Rule } from '../validate/rule.ts';
import { boolean, integer, text, timestamp, url } from '../validate/scalars.ts';

const mediaUrl = url(['http', 'https', 'attachment']);
const media = object({ url: nullish(mediaUrl) });

const embed = object({
  title: nullish(text({ max: 256 })),
  description: nullish(text({ max: 4096 })),
  url: nullish(url()),
  timestamp: nullish(timestamp()),
  color: nullish(integer({ min: 0, max: 0xff_ff_ff })),
  footer: nullish(object({ text: text({ max: 2048 }), icon_url: nullish(mediaUrl) })),
  image: nullish(media),
  thumbnail: nullish(media),
  author: nullish(
    object({ name: text({ max: 256 }), url: nullish(url()), icon_url: nullish(mediaUrl) }),
  ),
  fields: nullish(
    list(
      object({
        name: text({ min: 1, max: 256 }),
        value: text({ min: 1, max: 1024 }),
        inline: optional(boolean()),
      }),
      { max: 25 },
    ),
  ),
});

type Embed = Output<typeof embed>;

/** Up to ten embeds with at most 6000 characters in all. */
export function embedsRule(): Rule<Embed[]> {
  const read = list(embed, { max: 10 });
  return (value, spot) => {
    const embeds = read(value, spot);
    const size = (embeds ?? []).reduce((sum, each) => sum + sizeOf(each), 0);
    if (size > 6000) {
      spot.fail('MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
    }
    return embeds;
  };
}

function sizeOf(each: Embed | undefined): number {
  const texts = [each?.title, each?.description, each?.footer?.text, each?.author?.name];
  for (const field of each?.fields ?? []) texts.push(field?.name, field?.value);
  return texts.reduce((sum, part) => sum + [...(part ?? '')].length, 0);
}

/** Embeds as they are stored: without empty fields, with what Discord fills in. */
export function toStoredEmbeds(embeds: readonly Embed[]): Record<string, unknown>[] {
  return embeds.map((each) => {
    const stored: Record<string, unknown> = { type: 'rich', ...withoutNulls(each) };
    for (const key of ['footer', 'image', 'thumbnail', 'author'] as const) {
      if (each[key]) stored[key] = withoutNulls(each[key]);
    }
    if (each.fields) {
      stored['fields'] = each.fields.map((field) => ({ inline: false, ...field }));
    }
    return stored;
  });
}

/** An embed without any content. */
export function isEmptyEmbed(each: Embed): boolean {
  const { color: _, timestamp: __, ...content } = withoutNulls(each);
  return Object.values(content).every((value) => value === '');
}

function withoutNulls<Row extends object>(row: Row): Partial<Row> {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<Row>;
}
