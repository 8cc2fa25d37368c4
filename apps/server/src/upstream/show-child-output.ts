import type { Readable } from 'node:stream';
import { type Scrub, toSaid } from './create-scrub.ts';

const longestLine = 1000;
/** Characters that one child may write to the log. */
const mostShown = 1024 * 1024;

/**
 * Hands what a child writes to its standard error to a log, line by line, short and without secrets. A
 * child that writes without end is read on, so that it does not hang, and not shown any more.
 */
export function showChildOutput(
  output: Readable,
  scrub: Scrub,
  show: (line: string) => void,
): void {
  let rest = '';
  let shown = 0;
  const showLine = (line: string): void => {
    const text = toSaid(line, scrub, longestLine);
    if (text === '' || shown > mostShown) return;
    shown += text.length;
    show(shown > mostShown ? 'what it writes from here on is not shown' : text);
  };
  output.setEncoding('utf8');
  output.on('data', (piece: string) => {
    const [first = '', ...lines] = piece.split('\n');
    rest = `${rest}${first}`.slice(0, 8 * longestLine);
    for (const line of lines) {
      showLine(rest);
      rest = line.slice(0, 8 * longestLine);
    }
  });
  output.on('end', () => showLine(rest));
  output.on('error', () => undefined);
}
