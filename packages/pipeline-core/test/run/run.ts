import { expect } from 'vitest';
import { checkSteps, type RunPorts, type RunResult, runSteps, type Step } from '../../src/index.ts';
import { type Answer, FakeClock, FakeTools, findAny } from '../fakes.ts';

/** What came of a run, and the tools that were called. */
export interface Run extends RunResult {
  readonly tools: FakeTools;
}

/** Checks steps and runs them with fake tools. */
export async function run(
  steps: readonly Step[],
  answers: Readonly<Record<string, Answer>>,
  ports: Partial<RunPorts> = {},
): Promise<Run> {
  const tools = new FakeTools(answers);
  const checked = checkSteps(steps, findAny());
  expect(checked.issues).toEqual([]);
  const result = await runSteps(checked.steps, {
    call: tools.call,
    clock: new FakeClock(),
    ...ports,
  });
  return { ...result, tools };
}

/** A tool that gives back its arguments. */
export const echo: Answer = (args) => args;
