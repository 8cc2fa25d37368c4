import * as z from 'zod';
import { timestamp } from './timestamp.ts';

/** Discord's bound on the text of all embeds of a message together. */
const totalText = 6000;

/** The embeds of a message: at most ten, at most 6,000 characters of text over all of them. */
export function embeds() {
  return z
    .array(embed())
    .max(10)
    .superRefine((list, context) => {
      const length = list.reduce((sum, one) => sum + textLength(one), 0);
      if (length > totalText) {
        context.addIssue({
          code: 'custom',
          message: `The embeds hold ${length} characters together; Discord takes ${totalText} a message.`,
        });
      }
    });
}

function embed() {
  return z
    .strictObject({
      title: z.string().max(256).optional(),
      description: z.string().max(4096).optional(),
      url: link().optional(),
      color: z.int().min(0).max(0xff_ff_ff).optional(),
      timestamp: timestamp().optional(),
      author: z
        .strictObject({
          name: z.string().min(1).max(256),
          url: link().optional(),
          icon_url: media().optional(),
        })
        .optional(),
      footer: z
        .strictObject({ text: z.string().min(1).max(2048), icon_url: media().optional() })
        .optional(),
      image: z.strictObject({ url: media() }).optional(),
      thumbnail: z.strictObject({ url: media() }).optional(),
      fields: z
        .array(
          z.strictObject({
            name: z.string().min(1).max(256),
            value: z.string().min(1).max(1024),
            inline: z.boolean().optional(),
          }),
        )
        .max(25)
        .optional(),
    })
    .refine(
      ({ title, description, author, footer, image, thumbnail, fields }) =>
        title || description || author || footer || image || thumbnail || fields?.length,
      { error: 'An embed needs a title, a description, fields, an author, a footer or an image.' },
    );
}

function link() {
  return z
    .string()
    .max(2048)
    .refine((url) => /^https?:\/\/\S+$/.test(url), { error: 'Not a link: expected http(s)://….' });
}

function media() {
  return z
    .string()
    .max(2048)
    .refine((url) => /^(https?|attachment):\/\/\S+$/.test(url), {
      error: 'Not an image: expected http(s)://… or attachment://<name of a file of this message>.',
    });
}

function textLength(one: z.output<ReturnType<typeof embed>>): number {
  const texts = [
    one.title,
    one.description,
    one.author?.name,
    one.footer?.text,
    ...(one.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ];
  return texts.reduce((sum, text) => sum + (text?.trim().length ?? 0), 0);
}
