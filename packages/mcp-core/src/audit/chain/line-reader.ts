import { createReadStream } from 'node:fs';

/** A line of a file as bytes. */
export interface FileLine {
  /** Without the line break; cut if the line is longer than any that we write. */
  readonly bytes: Buffer;
  /** Counts from 1. */
  readonly number: number;
  /** Where the next line begins. */
  readonly end: number;
  /** False for what follows the last line break. */
  readonly complete: boolean;
}

/** Bytes of a line that are kept; an event is far shorter. */
const longestLine = 1024 * 1024;
const lineBreak = 0x0a;

/** The lines of a file from a place on. Memory does not grow with the file or its lines. */
export async function* readLines(
  path: string,
  from: { readonly offset: number; readonly number: number } = { offset: 0, number: 1 },
): AsyncGenerator<FileLine> {
  let number = from.number;
  let end = from.offset;
  let pieces: Buffer[] = [];
  let kept = 0;
  const keep = (piece: Buffer) => {
    const room = longestLine - kept;
    if (room <= 0) return;
    pieces.push(piece.length > room ? piece.subarray(0, room) : piece);
    kept += piece.length;
  };
  const take = (complete: boolean): FileLine => {
    const line = { bytes: Buffer.concat(pieces), number, end, complete };
    pieces = [];
    kept = 0;
    number += 1;
    return line;
  };
  for await (const chunk of createReadStream(path, { start: from.offset })) {
    let rest = chunk as Buffer;
    for (let at = rest.indexOf(lineBreak); at >= 0; at = rest.indexOf(lineBreak)) {
      keep(rest.subarray(0, at));
      end += at + 1;
      yield take(true);
      rest = rest.subarray(at + 1);
    }
    keep(rest);
    end += rest.length;
  }
  if (kept > 0) yield take(false);
}
