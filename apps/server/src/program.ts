import { Command, InvalidArgumentError } from 'commander';
import { addWorkflowCommands } from './commands/workflows/add-workflow-commands.ts';
import { addConfigurationFlags } from './configuration/add-configuration-flags.ts';
import { parseCount } from './parse-count.ts';
import { version } from './version.ts';

const simulateFlag = [
  '--simulate',
  'use a simulated Discord inside this process; needs no token',
] as const;

/** The command line. Each command loads its own code when it runs. */
export function createProgram(stop: AbortSignal): Command {
  const program = addConfigurationFlags(
    new Command('guildline')
      .description('Runs Discord communities from any MCP client.')
      .version(version)
      .option('--verbose', 'show the stack of an error')
      // What is wrong is printed by whoever catches the error: it may repeat a secret.
      .configureOutput({ outputError: () => undefined })
      .exitOverride(),
  );
  program.addHelpText('afterAll', ({ command }) =>
    command === program
      ? '\nguildline help <command> shows the options of a command.'
      : '\nThe options that "guildline --help" lists under Configuration hold here, too.',
  );

  program
    .command('serve')
    .description('serve MCP on standard input and output (the default)')
    .option(...simulateFlag)
    .action(async (_options, command: Command) => {
      const { serve } = await import('./commands/serve.ts');
      await serve(command.optsWithGlobals(), stop);
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
    .option(...simulateFlag)
    .option('--approve <token>', 'the approval that an earlier run of the same pipeline asked for')
    .action(async (path: string, _options, command: Command) => {
      const { run } = await import('./commands/run.ts');
      process.exitCode = await run(path, command.optsWithGlobals(), stop);
    });

  program
    .command('check')
    .description('check one pipeline without running it')
    .argument('<pipeline>', 'a JSON file with {"steps": [...]}, or - for standard input')
    .option(...simulateFlag)
    .option('--json', 'print the answer as JSON')
    .action(async (path: string, _options, command: Command) => {
      const { check } = await import('./commands/check.ts');
      process.exitCode = await check(path, command.optsWithGlobals(), stop);
    });

  program
    .command('tools')
    .description('list the tools, or show the schemas of one')
    .argument('[name]')
    .option('--json', 'print the list as MCP publishes it')
    .action(async (name: string | undefined, _options, command: Command) => {
      const { tools } = await import('./commands/tools.ts');
      await tools(name, command.optsWithGlobals());
    });

  program
    .command('simulate')
    .description('run a simulated Discord for any client')
    .option('--port <port>', 'port on 127.0.0.1; 0 picks a free one', parsePort, 0)
    .option('--snapshot <file>', 'load the world from this file and keep it there')
    .action(async (options: { port: number; snapshot?: string }) => {
      const { simulate } = await import('./commands/simulate.ts');
      await simulate(options, stop);
    });

  addWorkflowCommands(
    program.command('workflows').description('look after durable workflows'),
    stop,
  );
  addUpstreamCommands(
    program.command('upstreams').description('look at the MCP servers that are connected'),
  );
  addAuditCommands(program.command('audit').description('look at the audit log'), stop);
  return program;
}

function addUpstreamCommands(upstreams: Command): void {
  upstreams
    .command('list', { isDefault: true })
    .description('list the tools that are offered of each')
    .action(async (_options, command: Command) => {
      const { listUpstreams } = await import('./commands/upstreams.ts');
      await listUpstreams(command.optsWithGlobals());
    });

  upstreams
    .command('refresh')
    .description('ask them for the schemas of their tools, for the next start')
    .argument('[name]', 'only this one')
    .action(async (name: string | undefined, _options, command: Command) => {
      const { refreshUpstreams } = await import('./commands/upstreams.ts');
      await refreshUpstreams(name, command.optsWithGlobals());
    });
}

function addAuditCommands(audit: Command, stop: AbortSignal): void {
  audit
    .command('verify')
    .description('say whether the audit log is as it was written')
    .option('--since <time>', 'leave out chains that began before')
    .option('--json', 'print the report as JSON')
    .action(async (_options, command: Command) => {
      const { auditVerify } = await import('./commands/audit.ts');
      process.exitCode = await auditVerify(command.optsWithGlobals());
    });

  audit
    .command('show')
    .description('show what was done, refused or may have happened')
    .option('--tool <name>', 'only this tool')
    .option('--caller <id>', 'only this caller')
    .option('--outcome <outcome>', 'applied, not_applied or unknown')
    .option('--target <id>', 'only calls that name this id')
    .option('--trace <id>', 'only this tree of calls')
    .option('--since <time>', 'ISO 8601, or an age such as 2h')
    .option('--until <time>', 'ISO 8601, or an age such as 2h')
    .option('--limit <count>', 'only the newest so many', parseCount)
    .option('--follow', 'go on showing what comes')
    .option('--json', 'print JSON lines')
    .action(async (_options, command: Command) => {
      const { auditShow } = await import('./commands/audit.ts');
      process.exitCode = await auditShow(command.optsWithGlobals(), stop);
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}
