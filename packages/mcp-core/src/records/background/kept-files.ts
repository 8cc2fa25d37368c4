import type { FailedRecord, FailedRecords, RecordArtifact } from '@guildline/pipeline-core';
import { redactValue } from '../../redaction/redact.ts';
import { tooLarge } from '../memory-artifact.ts';
import type { RunFile } from './run-files.ts';

/** Bytes of failed records that are listed; what lies beyond is counted. */
const mostFailedBytes = 16 * 1024 * 1024;

abstract class KeptFile {
  protected readonly file: RunFile;
  #syncedLength = -1;

  constructor(file: RunFile) {
    this.file = file;
  }

  get length(): number {
    return this.file.length;
  }

  async truncate(length: number): Promise<void> {
    await this.file.truncate(length);
  }

  /** Resolves once everything would survive the machine. */
  async sync(): Promise<void> {
    if (this.#syncedLength === this.length) return;
    await this.file.sync();
    this.#syncedLength = this.length;
  }
}

/** The artifact of a background run. */
export class KeptArtifact extends KeptFile implements RecordArtifact {
  readonly #most: number;

  constructor(file: RunFile, most: number) {
    super(file);
    this.#most = most;
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    if (this.length + Buffer.byteLength(chunk) > this.#most) throw tooLarge(this.#most);
    await this.file.write(chunk);
  }
}

/** The failed records of a background run, without secrets: a JSON text in each line. */
export class KeptFailures extends KeptFile implements FailedRecords {
  async write(failed: FailedRecord): Promise<void> {
    if (this.length > mostFailedBytes) return;
    await this.file.write(`${JSON.stringify(redactValue(failed))}\n`);
  }
}

/** The failed records in a file. */
export function parseFailures(content: Buffer): readonly FailedRecord[] {
  return content
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FailedRecord);
}
