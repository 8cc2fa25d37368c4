import { setTimeout as wait } from 'node:timers/promises';
import { exitCodes } from '../../exit-codes.ts';
import { createLiveBlock } from '../../terminal/live-block.ts';
import { toTerminalJson } from '../../terminal/terminal-text.ts';
import type { CommandStreams } from './command-streams.ts';
import { type Frame, formatRun, formatStatus, formatStep } from './format-run.ts';
import type { Operator } from './open-operator.ts';
import { isAtRest, readRun, type ShownRun, toShownJson } from './read-run.ts';
import { tellWorkers } from './tell-workers.ts';

/** When a workflow is looked at. */
export interface Timing {
  readonly frame: () => Frame;
  /** Waits until the next look; resolves at once after the stop. */
  readonly pause: () => Promise<void>;
  readonly stop: AbortSignal;
}

/** What is watched, and how it is shown. */
export interface Watched {
  readonly operator: Operator;
  readonly id: string;
  readonly json: boolean | undefined;
  readonly timing: Timing;
  readonly streams: CommandStreams;
}

/** Rows of a view that are not steps. */
const otherRows = 14;

/** Looks twice in a second, until the person stops it. */
export function timingOf(stop: AbortSignal, rows: number | undefined): Timing {
  const steps = rows === undefined ? {} : { steps: Math.max(3, rows - otherRows) };
  return {
    frame: () => ({ now: Date.now(), ...steps }),
    pause: () => wait(500, undefined, { signal: stop }).catch(() => undefined),
    stop,
  };
}

/**
 * Shows a workflow until it has ended, needs a decision, or nobody works on it. On a terminal the
 * view is drawn anew; elsewhere there is a line for each thing that happened.
 */
export async function watchRun(watched: Watched): Promise<number> {
  const { operator, id, timing, streams } = watched;
  const view = createView(watched);
  for (;;) {
    const run = await readRun(operator, id);
    view(run);
    if (isAtRest(run.summary)) {
      return run.summary.status === 'completed' ? exitCodes.success : exitCodes.failed;
    }
    if (operator.workers() === 'none') {
      tellWorkers(operator, run.summary, streams.errors);
      return exitCodes.failed;
    }
    await timing.pause();
    if (timing.stop.aborted) return exitCodes.failed;
  }
}

function createView({ json, timing, streams: { output } }: Watched): (run: ShownRun) => void {
  if (json) {
    return onChange(toShownJson, (shown) => output.write(`${toTerminalJson(shown)}\n`));
  }
  if (output.isTTY) {
    const block = createLiveBlock(output);
    return (run) => block.draw(formatRun(run, timing.frame()));
  }
  let told = 0;
  let status = '';
  return ({ summary, steps }) => {
    const ended = steps.filter((step) => step.status !== 'waiting');
    for (const step of ended.slice(told)) {
      told += 1;
      output.write(`[${told}/${summary.total_steps}] ${join(formatStep(step))}\n`);
    }
    // A decision makes a step be done again.
    told = ended.length;
    const waiting = steps.find((step) => step.status === 'waiting');
    const now = waiting ? join(formatStep(waiting)) : '';
    // That it goes on is seen by its steps.
    if (summary.status === 'queued' || summary.status === 'running') return;
    const line = `${formatStatus(summary)}${now ? `: ${now}` : ''}${summary.failure ? `: ${summary.failure.code}` : ''}`;
    if (line !== status) output.write(`${line}\n`);
    status = line;
  };
}

function join(cells: readonly string[]): string {
  return cells.join('  ').trim();
}

/** Tells a value when it is another than before. */
function onChange<Value>(
  toValue: (run: ShownRun) => Value,
  tell: (value: Value) => void,
): (run: ShownRun) => void {
  let before = '';
  return (run) => {
    const value = toValue(run);
    const text = JSON.stringify(value);
    if (text !== before) tell(value);
    before = text;
  };
}
