import {
  type CallResult,
  checkSteps,
  type FindStepTool,
  runSteps,
  type Step,
  type StepCall,
} from '@guildline/pipeline-core';
import { type Row, time } from './table.ts';

const steps: readonly Step[] = Array.from({ length: 20 }, (_, index) => ({
  id: `step${index}`,
  tool: 'echo',
  args:
    index === 0
      ? { id: '111122223333444455', name: 'first' }
      : { id: `{{step${index - 1}.id}}`, name: `after {{step${index - 1}.name}}`.slice(0, 60) },
}));

const anything: FindStepTool = () => ({ tool: { checkArguments: () => [] } });
const clock = { now: () => performance.now() };

async function echo({ args }: Pick<StepCall, 'args'>): Promise<CallResult> {
  return { ok: true, result: { id: args['id'], name: String(args['name']).slice(0, 40) } };
}

/** The same twenty calls, written by hand. */
async function runByHand(): Promise<void> {
  let previous: { id: unknown; name: string } = { id: '111122223333444455', name: 'first' };
  for (let index = 0; index < steps.length; index += 1) {
    const answer = await echo({ args: { id: previous.id, name: `after ${previous.name}` } });
    if (answer.ok) previous = answer.result as typeof previous;
  }
}

/** What the step loop costs, beside a hand-written loop over the same function. */
export async function benchExecutor(): Promise<Row[]> {
  const checked = checkSteps(steps, anything);
  if (checked.issues.length > 0) throw new Error(JSON.stringify(checked.issues));
  const run = () => runSteps(checked.steps, { call: echo, clock });
  await time(500, run);
  const perStep = ((await time(2000, run)) / steps.length) * 1000;
  const byHand = ((await time(2000, runByHand)) / steps.length) * 1000;
  const check = ((await time(500, () => checkSteps(steps, anything))) / steps.length) * 1000;
  return [
    {
      what: 'executor, per step of 20 with interpolation',
      measured: `${perStep.toFixed(1)} µs`,
      baseline: `${byHand.toFixed(1)} µs by hand`,
      ratio: `${(perStep / byHand).toFixed(1)}×`,
      target: '≤ 15 µs',
      met: perStep <= 15,
    },
    {
      what: 'static check, per step of 20',
      measured: `${check.toFixed(1)} µs`,
      baseline: `${perStep.toFixed(1)} µs to run it`,
      ratio: `${(check / perStep).toFixed(1)}×`,
      target: '',
      met: undefined,
    },
  ];
}
