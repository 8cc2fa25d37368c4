import { TextDecoder } from 'node:util';
import { RecordError } from '@guildline/pipeline-core';

/** A text, whole or in pieces as a file stream gives it. Bytes are UTF-8. */
export type TextSource =
  | string
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>;

/**
 * The text of a source without its byte order mark, in pieces that end with whole letters.
 *
 * @throws RecordError if its bytes are not UTF-8: letters would be replaced in silence.
 */
export async function* decodeText(source: TextSource): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  let half = '';
  for await (const piece of typeof source === 'string' ? [source] : source) {
    const text = half + (typeof piece === 'string' ? piece : decode(decoder, piece));
    half = /[\uD800-\uDBFF]/.exec(text.at(-1) ?? '')?.[0] ?? '';
    const whole = text.slice(0, text.length - half.length);
    if (whole === '') continue;
    yield isFirst && whole.startsWith('\uFEFF') ? whole.slice(1) : whole;
    isFirst = false;
  }
  yield half + decode(decoder);
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new RecordError(
      'RECORD_SOURCE_INVALID',
      'The text is not UTF-8. Save the file as UTF-8 and start the run again.',
    );
  }
}
