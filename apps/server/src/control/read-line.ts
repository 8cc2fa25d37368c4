import type { Readable } from 'node:stream';

/** A line that is longer than its reader takes. */
export class LineTooLong extends Error {
  override readonly name: string = 'LineTooLong';

  constructor(maximum: number) {
    super(`The line is longer than ${maximum} bytes.`);
  }
}

/**
 * The first line of a stream, without its end. `undefined` if the stream ends, or is closed, before
 * the line does.
 *
 * @param maximum bytes
 * @throws LineTooLong, or what the stream fails with
 */
export function readLine(stream: Readable, maximum: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const settle = (tell: () => void) => {
      stream.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError);
      tell();
    };
    const onEnd = () => settle(() => resolve(undefined));
    const onError = (error: Error) => settle(() => reject(error));
    const onData = (chunk: Buffer) => {
      const end = chunk.indexOf('\n');
      const part = end < 0 ? chunk : chunk.subarray(0, end);
      length += part.length;
      parts.push(part);
      if (length > maximum) settle(() => reject(new LineTooLong(maximum)));
      else if (end >= 0) settle(() => resolve(Buffer.concat(parts).toString('utf8')));
    };
    stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
  });
}
