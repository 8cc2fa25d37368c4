#!/usr/bin/env node
import { CommanderError } from 'commander';
import { CommandError, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';

/** Milliseconds after a stop in which open work may end by itself. */
const graceTime = 4000;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort(new Error(`Stopped by ${signal}.`));
    setTimeout(() => process.exit(), graceTime).unref();
  });
}

// A reader such as `head` may leave before everything is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const program = createProgram(stop.signal);
try {
  await program.parseAsync(withCommand(process.argv.slice(2)), { from: 'user' });
  setTimeout(() => process.exit(), graceTime).unref();
} catch (error) {
  process.exitCode = await report(error);
}

/** Without a command the program serves; options of `serve` may then stand alone. */
function withCommand(args: readonly string[]): string[] {
  const first = args[skipOptions(args)];
  const isGlobal = ['-h', '--help', '-V', '--version'].includes(first ?? '');
  return isGlobal || (first !== undefined && !first.startsWith('-'))
    ? [...args]
    : ['serve', ...args];
}

/** Where the first argument stands that is neither an option of the program itself nor its value. */
function skipOptions(args: readonly string[]): number {
  let index = 0;
  for (;;) {
    const option = program.options.find(({ long }) => long === args[index]?.split('=')[0]);
    if (!option || option.long === '--version') return index;
    index += option.required && !args[index]?.includes('=') ? 2 : 1;
  }
}

async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return reportUsage(error);
  const verbose = program.opts()['verbose'] === true;
  const text = error instanceof Error ? (verbose ? error.stack : error.message) : String(error);
  const { makeVisible, redactText } = await import('@guildline/mcp-core');
  process.stderr.write(`guildline: ${makeVisible(redactText(text ?? ''))}\n`);
  return error instanceof CommandError ? error.exitCode : exitCodes.failed;
}

/** Help and version have been printed by then; an error has not. */
async function reportUsage({ code, exitCode, message }: CommanderError): Promise<number> {
  if (exitCode === 0) return exitCodes.success;
  if (code !== 'commander.help') {
    const { makeVisible, redactText } = await import('@guildline/mcp-core');
    process.stderr.write(
      `${makeVisible(redactText(message))}\n"guildline --help" lists the commands.\n`,
    );
  }
  return exitCodes.invalid;
}
