import * as z from 'zod';
import { ToolError } from '../errors/tool-error.ts';
import { untrusted } from '../schema/marks.ts';
import { defineTool, type ToolDefinition } from '../tool.ts';

const secondsPerMonth = 30 * 24 * 60 * 60;

/** The arguments of a wait: exactly one of the two. */
export function waitInput() {
  return z
    .strictObject({
      seconds: z.int().min(1).max(secondsPerMonth).describe('How long to wait.').optional(),
      until: z.iso.datetime({ offset: true }).describe('When to go on, ISO 8601.').optional(),
    })
    .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
      error: 'Give either seconds or until.',
    });
}

/** The arguments of a question. */
export function askInput() {
  return z.strictObject({
    question: z.string().min(1).max(2000),
    choices: z
      .array(z.string().min(1).max(100))
      .min(2)
      .max(25)
      .refine((choices) => new Set(choices).size === choices.length, {
        error: 'Each choice may stand there once.',
      })
      .describe('What may be answered. Any text when absent.')
      .optional(),
  });
}

/** A question as it stands in an answer: what a template filled in may come from outside. */
export function questionShape() {
  return {
    question: untrusted(z.string()).optional(),
    choices: untrusted(z.array(z.string())).optional(),
  };
}

/** The step that waits for a time. */
export const waitTool: ToolDefinition = defineTool({
  name: 'workflow_wait',
  category: 'meta',
  title: 'Wait',
  description: 'A step of a workflow that goes on at a time. Returns {waited_until}.',
  input: waitInput,
  output: () => z.object({ waited_until: z.string() }),
  effect: 'read',
  openWorld: false,
  run: () => Promise.reject(onlyInWorkflows('workflow_wait')),
});

/** The step that waits for a person's answer. */
export const askTool: ToolDefinition = defineTool({
  name: 'workflow_ask',
  category: 'meta',
  title: 'Ask a person',
  description:
    'A step of a workflow that goes on once a person has answered. Returns {answer, answered_by, answered_at}.',
  input: askInput,
  output: () => z.object({ answer: z.string(), answered_by: z.string(), answered_at: z.string() }),
  effect: 'read',
  openWorld: false,
  run: () => Promise.reject(onlyInWorkflows('workflow_ask')),
});

/** The steps that exist in workflows only, and in no registry. */
export const waitingTools: ReadonlyMap<string, ToolDefinition> = new Map(
  [waitTool, askTool].map((tool) => [tool.name, tool]),
);

/** The error of a waiting step anywhere else. */
export function onlyInWorkflows(name: string): ToolError {
  return new ToolError({
    code: 'VALIDATION_ERROR',
    message: `${name} exists as a step of workflow_start only. Nothing was done.`,
  });
}
