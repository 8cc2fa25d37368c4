import type { Writable } from 'node:stream';

/** Some lines at the end of a terminal that are drawn again and again in the same place. */
export interface LiveBlock {
  /** Draws these lines over those from before. More than the terminal has rows are left out. */
  draw(lines: readonly string[]): void;
  /** Leaves the last lines standing, and the terminal as it was. */
  end(): void;
}

/** What a block needs of the stream of a terminal. */
export type TerminalStream = Pick<Writable, 'write'> & { readonly rows?: number };

const withoutWrap = '\u001b[?7l';
const withWrap = '\u001b[?7h';
const clearToEnd = '\u001b[J';

/** Draws on a terminal. Lines that are too long are cut by the terminal itself, which knows best. */
export function createLiveBlock(stream: TerminalStream): LiveBlock {
  let height = 0;
  return {
    draw: (lines) => {
      const shown = lines.slice(0, Math.max(1, (stream.rows ?? 24) - 1));
      const back = height === 0 ? '' : `\r\u001b[${height}A`;
      const text = shown.map((line) => `${line}\n`).join('');
      stream.write(`${withoutWrap}${back}${clearToEnd}${text}${withWrap}`);
      height = shown.length;
    },
    end: () => {
      height = 0;
    },
  };
}
