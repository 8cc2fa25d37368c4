import type { Writable } from 'node:stream';

/** Prints to a stream, one text after another. */
export interface Printer {
  /**
   * Resolves once the text has gone out, so that a long log does not pile up in memory: true, or
   * false if nobody reads any more, as after `| head`.
   */
  print(text: string): Promise<boolean>;
  /** Lets go of the stream, which stays open. */
  release(): void;
}

export function createPrinter(stream: Writable): Printer {
  // Each write tells of its error; without a listener the stream would end the process for it.
  const ignore = () => undefined;
  stream.on('error', ignore);
  return {
    print: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (!error) resolve(true);
          else if (isReaderGone(error)) resolve(false);
          else reject(error);
        });
      }),
    release: () => stream.off('error', ignore),
  };
}

function isReaderGone(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}
