import { connect, type Socket } from 'node:net';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { type ControlPlace, readControlFile } from './control-file.ts';
import type { OperatorOutcome, OperatorRequest } from './operator.ts';
import { readLine } from './read-line.ts';

/** Bytes of one answer: all results of a workflow. */
const longestAnswer = 256 * 1024 * 1024;
/** Milliseconds of silence after which a server is taken for stopped. */
const defaultPatience = 30_000;

/** Where the server of a folder listens; `undefined` if none does, whatever files it has left. */
export async function findControl(folder: string): Promise<ControlPlace | undefined> {
  const place = await readControlFile(folder);
  if (!place) return undefined;
  const socket = await open(place);
  socket?.destroy();
  return socket && place;
}

/**
 * Has a server make one call.
 *
 * @throws CommandError if it does not answer; whether the call was made is not known then
 */
export async function askControl(
  place: ControlPlace,
  request: OperatorRequest,
  patience: number = defaultPatience,
): Promise<OperatorOutcome> {
  const socket = await open(place);
  if (!socket) {
    throw new CommandError(
      `The server (process ${place.pid}) has ended. Call again.`,
      exitCodes.failed,
    );
  }
  try {
    socket.setTimeout(patience, () => socket.destroy());
    socket.write(`${JSON.stringify({ secret: place.secret, ...request })}\n`);
    const line = await readLine(socket, longestAnswer).catch(() => undefined);
    return toOutcome(line) ?? lost(place);
  } finally {
    socket.destroy();
  }
}

/** A connection; `undefined` if nobody listens there. */
function open({ address, pid }: ControlPlace): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path: address });
    socket.once('connect', () => {
      socket.removeAllListeners('error').on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(error.code ?? '')) resolve(undefined);
      else reject(unreachable(pid, error));
    });
  });
}

function unreachable(pid: number, cause: NodeJS.ErrnoException): CommandError {
  const reason = cause.code === 'EAGAIN' ? 'it is busy or stopped' : cause.message;
  return new CommandError(
    `The server (process ${pid}) cannot be reached: ${reason}. Run this as the user that runs the server, and call again.`,
    exitCodes.failed,
    { cause },
  );
}

function toOutcome(line: string | undefined): OperatorOutcome | undefined {
  try {
    return line === undefined ? undefined : (JSON.parse(line) as OperatorOutcome);
  } catch {
    return undefined;
  }
}

function lost({ pid }: ControlPlace): never {
  throw new CommandError(
    `The server (process ${pid}) took the command and did not answer, so whether it was done is not known. "guildline workflows show <id>" says where the workflow stands.`,
    exitCodes.failed,
  );
}
