import { join } from 'node:path';
import type { AuditChainReport, AuditProblem } from '../audit-report.ts';
import { type FoundHead, readHead } from './chain-head.ts';
import { type ChainFiles, toFileName, toHeadName } from './chain-names.ts';
import { type Anchor, ChainWalk } from './chain-walk.ts';
import { readLines } from './line-reader.ts';
import { type SealKeys, startPosition } from './seal.ts';

/** What a chain is verified with. */
export interface ChainVerification {
  readonly folder: string;
  readonly keys: SealKeys;
  /** What other chains say of this one. */
  readonly anchors: readonly Anchor[];
}

/** Holds one chain against its codes, its head and what other chains say of it. */
export async function verifyChain(
  files: ChainFiles,
  verification: ChainVerification,
): Promise<AuditChainReport> {
  const { folder, keys } = verification;
  const found = await readHead(folder, files.chain, keys);
  const check = new ChainCheck(files, found, verification);
  try {
    await check.walk();
  } catch (error) {
    check.noteUnreadable(error);
  }
  return check.report();
}

class ChainCheck {
  readonly #files: ChainFiles;
  readonly #found: FoundHead;
  readonly #folder: string;
  readonly #anchors: readonly Anchor[];
  readonly #walk: ChainWalk;
  readonly #firstFile: number;
  #problem: AuditProblem | undefined;
  #torn = false;
  /** The file that is being read. */
  #number: number;

  constructor(files: ChainFiles, found: FoundHead, { folder, keys, anchors }: ChainVerification) {
    const head = found.kind === 'signed' ? found.head : undefined;
    const from = head?.from ?? { ...startPosition, file: 1 };
    this.#files = files;
    this.#found = found;
    this.#folder = folder;
    this.#anchors = head ? [{ seq: head.seq, mac: head.mac, by: 'its head' }, ...anchors] : anchors;
    this.#walk = new ChainWalk(files.chain, keys, from, this.#anchors);
    this.#firstFile = from.file;
    this.#number = from.file;
  }

  /** Reads the files in order up to the first problem. */
  async walk(): Promise<void> {
    const last = this.#files.numbers.at(-1) ?? 0;
    for (this.#number = this.#firstFile; this.#number <= last; this.#number += 1) {
      if (!this.#files.numbers.includes(this.#number)) {
        this.#problem = this.#missingFile();
      } else {
        this.#problem = await this.#walkFile(this.#number === last);
      }
      if (this.#problem) return;
    }
    this.#number = Math.max(last, this.#firstFile);
  }

  noteUnreadable(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#problem = {
      kind: 'unreadable',
      file: this.#fileName,
      message: `The file cannot be read: ${reason}.`,
    };
  }

  report(): AuditChainReport {
    const problem = this.#toOtherKey(this.#problem ?? this.#cutTail() ?? this.#headProblem());
    const sealed = this.#found.kind === 'signed' ? this.#found.head.seq : 0;
    return {
      chain: this.#files.chain,
      files: this.#files.numbers.length,
      events: this.#walk.events,
      closed: this.#isClosed,
      unsealed: Math.max(0, this.#walk.position.seq - sealed),
      torn: this.#torn,
      lost: this.#walk.lost,
      ...(problem && { problem }),
    };
  }

  get #fileName(): string {
    return toFileName(this.#files.chain, this.#number);
  }

  get #isClosed(): boolean {
    return this.#found.kind === 'signed' && this.#found.head.closed;
  }

  async #walkFile(isLast: boolean): Promise<AuditProblem | undefined> {
    const file = this.#fileName;
    for await (const line of readLines(join(this.#folder, file))) {
      if (line.complete) {
        const problem = this.#walk.take(line, file);
        if (problem) return this.#explain(problem);
      } else if (isLast && !this.#isClosed) {
        this.#torn = true;
      } else {
        const message = 'The file ends in what is no audit event.';
        return { kind: 'garbage', file, line: line.number, message };
      }
    }
    return undefined;
  }

  /** What is missing here may stand further down. */
  async #explain(problem: AuditProblem): Promise<AuditProblem> {
    if (problem.kind !== 'removed') return problem;
    for (const number of this.#files.numbers.filter((later) => later >= this.#number)) {
      const path = join(this.#folder, toFileName(this.#files.chain, number));
      for await (const line of readLines(path)) {
        if (line.complete && this.#walk.isMissed(line)) return toReordered(problem);
      }
    }
    return problem;
  }

  #missingFile(): AuditProblem {
    return {
      kind: 'missing-file',
      file: this.#fileName,
      message: `The file is missing; entry ${this.#walk.position.seq + 1} would be in it.`,
    };
  }

  #cutTail(): AuditProblem | undefined {
    const { seq } = this.#walk.position;
    const anchor = this.#anchors.find((stated) => stated.seq > seq);
    if (!anchor) return undefined;
    const lastFile = this.#found.kind === 'signed' ? this.#found.head.file : 0;
    if (this.#files.numbers.length === 0 || lastFile > this.#number) {
      this.#number = Math.max(lastFile, this.#number);
      return this.#missingFile();
    }
    return {
      kind: 'cut-tail',
      file: this.#fileName,
      message: `The chain ends with entry ${seq}, and ${anchor.by} knows entry ${anchor.seq}: its last entries were cut off.`,
    };
  }

  #headProblem(): AuditProblem | undefined {
    const file = toHeadName(this.#files.chain);
    switch (this.#found.kind) {
      case 'absent':
        return {
          kind: 'missing-head',
          file,
          message:
            'The head is missing, so that nothing shows whether the last entries were cut off.',
        };
      case 'forged':
        return { kind: 'changed-head', file, message: 'The head is not what was written.' };
      default:
        return undefined;
    }
  }

  /** If neither the head nor the first line is genuine, the key is the likelier culprit. */
  #toOtherKey(problem: AuditProblem | undefined): AuditProblem | undefined {
    const isOther =
      problem?.kind === 'changed' && this.#found.kind === 'forged' && this.#walk.position.seq === 0;
    if (!isOther) return problem;
    return {
      ...problem,
      kind: 'other-key',
      message:
        'Neither the head nor the first entry was made with this key: it is not the key of this chain, or both were changed.',
    };
  }
}

function toReordered(problem: AuditProblem): AuditProblem {
  const message = `${problem.message} It stands further down: the entries were reordered.`;
  return { ...problem, kind: 'reordered', message };
}
