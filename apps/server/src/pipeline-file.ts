import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError } from './exit-codes.ts';

/**
 * Reads the arguments of `mcp_pipeline` from a file, or from standard input for `-`. A bare list of
 * steps, and a whole `tools/call` request as the recipes show it, are taken as well.
 *
 * @throws CommandError if the file cannot be read or is no JSON.
 */
export async function readPipeline(path: string): Promise<unknown> {
  return toArguments(await readJson(path));
}

/**
 * Reads JSON from a file, or from standard input for `-`.
 *
 * @throws CommandError if the file cannot be read or is no JSON.
 */
export async function readJson(path: string): Promise<unknown> {
  const source = await readSource(path);
  try {
    return JSON.parse(source) as unknown;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${nameOf(path)} is not JSON: ${reason}.`, undefined, { cause });
  }
}

async function readSource(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`Cannot read ${nameOf(path)}: ${reason}.`, undefined, { cause });
  }
}

function toArguments(document: unknown): unknown {
  if (Array.isArray(document)) return { steps: document };
  if (typeof document !== 'object' || document === null) return document;
  const { name, arguments: args } = document as { name?: unknown; arguments?: unknown };
  return name === 'mcp_pipeline' && args !== undefined ? args : document;
}

function nameOf(path: string): string {
  return path === '-' ? 'Standard input' : path;
}
