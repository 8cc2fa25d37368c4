import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The built program, as npm publishes it. */
export const program: string = join(import.meta.dirname, '../dist/main.js');
if (!existsSync(program)) throw new Error(`${program} is missing: run "pnpm build" first.`);

/** What the environment of a child holds besides what a test sets: no token, no configuration. */
export function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...more };
}

/** How a run of the program ended. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the program. Its standard streams are pipes. */
export function startProgram(
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [program, ...args], { env: environment(more) });
}

/** Runs the program to its end. */
export async function runProgram(
  args: readonly string[],
  more: { env?: Readonly<Record<string, string>>; input?: string } = {},
): Promise<Finished> {
  const child = startProgram(args, more.env);
  child.stdin?.end(more.input ?? '');
  return finish(child);
}

/** Waits for a child to end and collects what it wrote. */
async function finish(child: ChildProcess): Promise<Finished> {
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  const [stdout, stderr, code] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    ended,
  ]);
  return { code, stdout, stderr };
}
