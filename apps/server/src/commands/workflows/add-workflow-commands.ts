import type { Command } from 'commander';
import { parseCount } from '../../parse-count.ts';

const simulateFlag = ['--simulate', 'those of servers with a simulated Discord'] as const;
const jsonFlag = ['--json', 'print JSON'] as const;
const yesFlag = ['--yes', 'approve what would be asked on a terminal'] as const;
const idArgument = ['<id>', 'wf_ and 32 digits; "guildline workflows list" has them'] as const;

/** Adds the commands about workflows. */
export function addWorkflowCommands(workflows: Command, stop: AbortSignal): void {
  addLooks(workflows, stop);
  addMoves(workflows, stop);
  workflows
    .command('work')
    .description('work on workflows until stopped, without a client')
    .option(...simulateFlag)
    .action(async (_options, command: Command) => {
      const { workOnWorkflows } = await import('./work.ts');
      process.exitCode = await workOnWorkflows(command.optsWithGlobals(), stop);
    });
}

function addLooks(workflows: Command, stop: AbortSignal): void {
  workflows
    .command('list')
    .description('list workflows, newest first')
    .option('--status <status>', 'only those that are queued, running, waiting, needs_review, …')
    .option('--limit <count>', 'at most so many', parseCount, 20)
    .option(...jsonFlag)
    .option(...simulateFlag)
    .action(async (_options, command: Command) => {
      const { listWorkflows } = await import('./list.ts');
      process.exitCode = await listWorkflows(command.optsWithGlobals());
    });

  workflows
    .command('show')
    .description('show where a workflow stands, and its steps')
    .argument(...idArgument)
    .option('--watch', 'go on until it has ended or needs a decision')
    .option(...jsonFlag)
    .option(...simulateFlag)
    .action(async (id: string, _options, command: Command) => {
      const [{ showWorkflow }, { timingOf }] = await Promise.all([
        import('./show.ts'),
        import('./watch-run.ts'),
      ]);
      const timing = timingOf(stop, process.stdout.isTTY ? process.stdout.rows : undefined);
      process.exitCode = await showWorkflow(id, command.optsWithGlobals(), timing);
    });

  workflows
    .command('result')
    .description('print what the steps of a workflow gave, as JSON')
    .argument(...idArgument)
    .option(...simulateFlag)
    .action(async (id: string, _options, command: Command) => {
      const { printResult } = await import('./result.ts');
      process.exitCode = await printResult(id, command.optsWithGlobals());
    });
}

function addMoves(workflows: Command, stop: AbortSignal): void {
  workflows
    .command('resume')
    .description('go on with a failed, cancelled or parked workflow')
    .argument(...idArgument)
    .option(
      '--step <step>',
      'the step that is decided, by id or number; by default where it stands',
    )
    .option('--outcome <outcome>', 'applied, not_applied (do it again) or skip')
    .option('--result <file>', "an applied step's result as a JSON file, or - for standard input")
    .option(...yesFlag)
    .option(...jsonFlag)
    .option(...simulateFlag)
    .action(async (id: string, _options, command: Command) => {
      const { resumeWorkflow } = await import('./resume.ts');
      process.exitCode = await resumeWorkflow(id, command.optsWithGlobals(), stop);
    });

  workflows
    .command('cancel')
    .description('cancel a workflow; what has run is not undone')
    .argument(...idArgument)
    .option(...jsonFlag)
    .option(...simulateFlag)
    .action(async (id: string, _options, command: Command) => {
      const { cancelWorkflow } = await import('./cancel.ts');
      process.exitCode = await cancelWorkflow(id, command.optsWithGlobals());
    });

  workflows
    .command('answer')
    .description('answer the question that a workflow waits for')
    .argument(...idArgument)
    .argument('<answer>', 'the text, or one of the choices')
    .option('--step <id>', 'the step that asks; by default the one that asks now')
    .option(...yesFlag)
    .option(...jsonFlag)
    .option(...simulateFlag)
    .action(async (id: string, answer: string, _options, command: Command) => {
      const { answerWorkflow } = await import('./answer.ts');
      process.exitCode = await answerWorkflow(id, answer, command.optsWithGlobals(), stop);
    });
}
