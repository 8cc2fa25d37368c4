import * as z from 'zod';

/** What a marked part of a schema means to the middleware. */
export interface Mark {
  /** The argument names an object of this kind: `guild`, `channel`, `message`, `webhook`, … */
  readonly refersTo?: string;
  /** The text was written by someone outside and is fenced wherever a model reads it. */
  readonly untrusted?: true;
}

/** Marks live beside the schemas, so none of them reaches the published JSON Schema. */
export const marks: z.core.$ZodRegistry<Mark> = z.registry<Mark>();

/**
 * An id argument of one kind: a string of its own format, never a number, because large ids lose
 * digits as JavaScript numbers.
 */
export function id(kind: string, pattern: RegExp = /^\S{1,100}$/): z.ZodString {
  const schema = z
    .string({
      error: (issue) =>
        typeof issue.input === 'number'
          ? `Ids are strings: a number of this size loses digits. Write the ${kind} id in quotes.`
          : undefined,
    })
    .regex(pattern, { error: `Not a ${kind} id: expected ${describePattern(pattern)}.` });
  marks.add(schema, { refersTo: kind });
  return schema;
}

/** Text from outside: `untrusted(z.string())`. Give it a string, or an array or object of strings. */
export function untrusted<Schema extends z.ZodType>(schema: Schema): Schema {
  const copy = schema.clone() as Schema;
  marks.add(copy, { untrusted: true });
  return copy;
}

function describePattern(pattern: RegExp): string {
  const digits = /^\^\\d\{(\d+),(\d+)\}\$$/.exec(pattern.source);
  return digits ? `${digits[1]} to ${digits[2]} digits` : `text that matches ${pattern.source}`;
}
