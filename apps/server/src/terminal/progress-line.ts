import type { Progress } from '@guildline/mcp-core';
import { toTerminalText } from './terminal-text.ts';

/** Shows progress while work goes on. */
export interface ProgressLine {
  show(progress: Progress): void;
}

/** A line per report: `[2/3] event (events_create): success`. */
export function createProgressLine(stream: NodeJS.WritableStream): ProgressLine {
  return {
    show: ({ progress, total, message }) => {
      const of = total === undefined ? '' : `/${total}`;
      stream.write(`[${progress}${of}] ${toTerminalText(message ?? '')}\n`);
    },
  };
}
