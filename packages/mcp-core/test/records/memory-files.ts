import type { RunFile, RunFileReference, RunFiles } from '../../src/index.ts';

/** Files of runs in memory; what was written stays when an execution dies. */
export class MemoryFiles implements RunFiles {
  readonly contents = new Map<string, Buffer>();

  async open(file: RunFileReference): Promise<RunFile> {
    const key = toKey(file);
    const contents = this.contents;
    if (!contents.has(key)) contents.set(key, Buffer.alloc(0));
    const content = () => contents.get(key) ?? Buffer.alloc(0);
    return {
      get length() {
        return content().length;
      },
      write: async (chunk) => {
        contents.set(key, Buffer.concat([content(), Buffer.from(chunk as string)]));
      },
      truncate: async (length) => {
        if (length > content().length) throw new Error('It is shorter.');
        contents.set(key, content().subarray(0, length));
      },
      sync: async () => undefined,
      close: async () => undefined,
    };
  }

  async read(file: RunFileReference): Promise<Buffer | undefined> {
    return this.contents.get(toKey(file));
  }

  async remove(file: RunFileReference): Promise<void> {
    this.contents.delete(toKey(file));
  }
}

function toKey({ run, execution, name }: RunFileReference): string {
  return `${run}.${execution}.${name}`;
}
