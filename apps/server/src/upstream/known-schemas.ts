import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ToolSchemas, toToolSchemas } from './tool-schemas.ts';

const mostBytes = 4 * 1024 * 1024;

/** What is kept of an upstream's schemas between two starts, so that listing tools asks nobody. */
export interface KnownSchemas {
  /** The schemas of a tool as they were when they were first asked for; never others in one process. */
  find(tool: string): ToolSchemas | undefined;
  /** Keeps the schemas of tools of which none are known. Gives the tools whose known ones differ. */
  learn(found: ReadonlyMap<string, ToolSchemas>): readonly string[];
  /** Puts new schemas in the place of the old ones, for the next start. */
  replace(found: ReadonlyMap<string, ToolSchemas>): void;
}

/** Keeps schemas in one file. Reads it on first use; a file that cannot be read counts as none. */
export function createKnownSchemas(file: string): KnownSchemas {
  let read: ReadonlyMap<string, ToolSchemas> | undefined;
  const known = (): ReadonlyMap<string, ToolSchemas> => {
    read ??= readSchemas(file);
    return read;
  };
  return {
    find: (tool) => known().get(tool),
    learn: (found) => {
      // Another process may have learnt them in the meantime.
      const kept = readSchemas(file);
      known();
      const isNew = [...found.keys()].some((tool) => !kept.has(tool));
      if (isNew) writeSchemas(file, new Map([...found, ...kept]));
      return [...found].flatMap(([tool, schemas]) => {
        const before = kept.get(tool);
        return before && !isDeepStrictEqual(toJson(before), toJson(schemas)) ? [tool] : [];
      });
    },
    replace: (found) => writeSchemas(file, found),
  };
}

function readSchemas(file: string): ReadonlyMap<string, ToolSchemas> {
  try {
    if (statSync(file).size > mostBytes) return new Map();
    const { tools } = JSON.parse(readFileSync(file, 'utf8')) as { tools: Record<string, Kept> };
    const listed = Object.entries(tools).map(([name, { input, output }]) => ({
      name,
      inputSchema: input,
      outputSchema: output,
    }));
    return toToolSchemas(listed, Object.keys(tools));
  } catch {
    return new Map();
  }
}

interface Kept {
  readonly input: unknown;
  readonly output?: unknown;
}

function writeSchemas(file: string, schemas: ReadonlyMap<string, ToolSchemas>): void {
  const tools = Object.fromEntries(
    [...schemas].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const whole = `${file}.${process.pid}.new`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(whole, `${JSON.stringify({ tools }, null, 2)}\n`, { mode: 0o600 });
  renameSync(whole, file);
}

function toJson(schemas: ToolSchemas): unknown {
  return JSON.parse(JSON.stringify(schemas));
}
