import { type RecordArtifact, RecordError } from '@guildline/pipeline-core';

/** The artifact of a run that answers at once. */
export class MemoryArtifact implements RecordArtifact {
  readonly #most: number;
  #pieces: Buffer[] = [];
  #length = 0;

  /** @param most bytes that it may have */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    const piece = Buffer.from(chunk as string);
    if (this.#length + piece.length > this.#most) throw tooLarge(this.#most);
    this.#length += piece.length;
    this.#pieces.push(piece);
  }

  async truncate(length: number): Promise<void> {
    this.#pieces = [this.toBuffer().subarray(0, length)];
    this.#length = Math.min(length, this.#length);
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/** The error of an artifact that grows beyond its bound. */
export function tooLarge(most: number): RecordError {
  return new RecordError(
    'RECORD_ARTIFACT_TOO_LARGE',
    `It is larger than ${most} bytes. Render fewer columns, filter, or set maxRecords and run it in parts.`,
  );
}
