#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { RunOptions } from './commands/run.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { version } from './version.ts';

/** Milliseconds after a stop in which open work may end by itself. */
const graceTime = 4000;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort(new Error(`Stopped by ${signal}.`));
    setTimeout(() => process.exit(), graceTime).unref();
  });
}

const program = new Command('guildline')
  .description('Runs Discord communities from any MCP client.')
  .version(version)
  .option('--verbose', 'show the stack of an error')
  .showHelpAfterError('"guildline --help" lists the commands.')
  .exitOverride();

program
  .command('serve')
  .description('serve MCP on standard input and output (the default)')
  .option('--simulate', 'use a simulated Discord inside this process; needs no token')
  .action(async (options: { simulate?: boolean }) => {
    const { serve } = await import('./commands/serve.ts');
    await serve(options, stop.signal);
    setTimeout(() => process.exit(), graceTime).unref();
  });

program
  .command('demo')
  .description('show the main job: a pipeline over real MCP against a simulated Discord')
  .action(async () => {
    const { demo } = await import('./commands/demo.ts');
    process.exitCode = await demo();
  });

program
  .command('run')
  .description('run one pipeline; the result goes to standard output')
  .argument('<pipeline>', 'a JSON file with {"steps": [...]}, or - for standard input')
  .option('--simulate', 'use a simulated Discord inside this process; needs no token')
  .option('--approve <token>', 'the approval that an earlier run of the same pipeline asked for')
  .action(async (path: string, options: RunOptions) => {
    const { run } = await import('./commands/run.ts');
    process.exitCode = await run(path, options, stop.signal);
  });

program
  .command('check')
  .description('check one pipeline without running it')
  .argument('<pipeline>', 'a JSON file with {"steps": [...]}, or - for standard input')
  .option('--simulate', 'use a simulated Discord inside this process; needs no token')
  .option('--json', 'print the answer as JSON')
  .action(async (path: string, options: { simulate?: boolean; json?: boolean }) => {
    const { check } = await import('./commands/check.ts');
    process.exitCode = await check(path, options, stop.signal);
  });

program
  .command('tools')
  .description('list the tools, or show the schemas of one')
  .argument('[name]')
  .option('--json', 'print the list as MCP publishes it')
  .action(async (name: string | undefined, options: { json?: boolean }) => {
    const { tools } = await import('./commands/tools.ts');
    await tools(name, options);
  });

program
  .command('simulate')
  .description('run a simulated Discord for any client')
  .option('--port <port>', 'port on 127.0.0.1; 0 picks a free one', parsePort, 0)
  .option('--snapshot <file>', 'load the world from this file and keep it there')
  .action(async (options: { port: number; snapshot?: string }) => {
    const { simulate } = await import('./commands/simulate.ts');
    await simulate(options, stop.signal);
  });

try {
  await program.parseAsync(withCommand(process.argv.slice(2)), { from: 'user' });
} catch (error) {
  process.exitCode = report(error);
}

/** Without a command the program serves; options of `serve` may then stand alone. */
function withCommand(args: readonly string[]): string[] {
  const [first] = args.filter((arg) => arg !== '--verbose');
  const isGlobal = ['-h', '--help', '-V', '--version'].includes(first ?? '');
  return isGlobal || (first !== undefined && !first.startsWith('-'))
    ? [...args]
    : ['serve', ...args];
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.invalid;
  const verbose = program.opts<{ verbose?: boolean }>().verbose === true;
  const text = error instanceof Error ? (verbose ? error.stack : error.message) : String(error);
  process.stderr.write(`guildline: ${text}\n`);
  return error instanceof CommandError ? error.exitCode : exitCodes.failed;
}
