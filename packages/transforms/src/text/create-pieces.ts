import type { ArtifactSink } from '@guildline/pipeline-core';

/** Characters that are gathered before they go to the sink. */
export const pieceLength = 64 * 1024;

/** Gathers short texts and gives them to a sink in pieces. */
export interface Pieces {
  /** Resolves once there is room for more. */
  add(text: string): Promise<void>;
  /** Gives the sink what is left. */
  flush(): Promise<void>;
}

export function createPieces(sink: ArtifactSink): Pieces {
  let gathered = '';
  const flush = async (): Promise<void> => {
    if (gathered === '') return;
    const piece = gathered;
    gathered = '';
    await sink.write(piece);
  };
  return {
    add: async (text) => {
      gathered += text;
      if (gathered.length >= pieceLength) await flush();
    },
    flush,
  };
}
