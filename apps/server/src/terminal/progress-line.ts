import type { Progress } from '@guildline/mcp-core';

/** Shows progress while work goes on. */
export interface ProgressLine {
  show(progress: Progress): void;
}

/** A line per report: `[2/3] event (events_create): success`. */
export function createProgressLine(stream: NodeJS.WritableStream): ProgressLine {
  return {
    show: ({ progress, total, message }) => {
      const of = total === undefined ? '' : `/${total}`;
      stream.write(`[${progress}${of}] ${message ?? ''}\n`);
    },
  };
}
