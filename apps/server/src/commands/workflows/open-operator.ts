import { setTimeout as sleep } from 'node:timers/promises';
import { askControl, findControl } from '../../control/ask-control.ts';
import { isHeld } from '../../control/is-held.ts';
import type { Desk, OperatorOutcome } from '../../control/operator.ts';
import { openSession, type Session, type SessionFlags } from '../../session.ts';
import { loadSettings } from '../../settings.ts';
import { workflowsFolder } from '../../workflows/compose-workflows.ts';

/** Who works on the workflows while a command looks at them. */
export type Workers =
  /** A server, in this data directory. */
  | 'server'
  /** Nobody: they go on when a server runs. */
  | 'none'
  /** Whichever servers share the database; nobody knows whether there are any. */
  | 'shared';

/** The workflows, from the command line. */
export interface Operator {
  readonly call: Desk;
  /** As the last call has found it. */
  workers(): Workers;
  /** Lets a server have the workflows, for as long as nothing is called. */
  pause(): Promise<void>;
  close(): Promise<void>;
}

/** How often, and with how many milliseconds between, whoever has the workflows is waited for. */
const attempts = 60;
const pauseBetween = 200;

/**
 * Finds the workflows of this configuration. A data directory belongs to one process at a time: if a
 * server has it, the server is asked; otherwise this process opens it, and works on nothing.
 */
export async function openOperator(flags: SessionFlags): Promise<Operator> {
  const { settings } = await loadSettings(flags);
  const isSimulated = flags.simulate === true;
  const isShared = !isSimulated && settings.databaseUrl !== undefined;
  const folder = workflowsFolder({ ...settings, isSimulated });
  let workers: Workers = isShared ? 'shared' : 'none';
  let session: Session | undefined;
  const close = async () => {
    await session?.close();
    session = undefined;
  };
  const callHere: Desk = async (request) => {
    workers = isShared ? 'shared' : 'none';
    session ??= await openSession(flags, { work: false });
    const outcome = await session.guildline.desk(request);
    if (isTaken(outcome)) await close();
    return outcome;
  };
  /** Whoever has opened the data directory is the one who has it. */
  const callServer: Desk = async (request) => {
    const place = isShared || session ? undefined : await findControl(folder);
    if (!place) return callHere(request);
    workers = 'server';
    return askControl(place, request);
  };
  return {
    call: async (request) => {
      let outcome = await callServer(request);
      for (let attempt = 1; isTaken(outcome) && attempt < attempts; attempt += 1) {
        await sleep(pauseBetween);
        outcome = await callServer(request);
      }
      return outcome;
    },
    workers: () => workers,
    pause: async () => {
      if (!isShared) await close();
    },
    close,
  };
}

/** True if a server has the data directory, and takes no commands yet; or another command has it. */
function isTaken(outcome: OperatorOutcome): boolean {
  return outcome.kind === 'error' && isHeld(outcome.error);
}
