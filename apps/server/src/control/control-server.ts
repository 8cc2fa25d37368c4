import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { ToolError } from '@guildline/mcp-core';
import { clearControlAddress, makeControlAddress } from './control-address.ts';
import {
  type ControlPlace,
  readControlFile,
  removeControlFile,
  writeControlFile,
} from './control-file.ts';
import { isOperatorRequest } from './create-desk.ts';
import type { Desk, OperatorOutcome } from './operator.ts';
import { LineTooLong, readLine } from './read-line.ts';

/** What a control server is made from. */
export interface ControlServerSource {
  /** Folder of the workflows, which this process alone serves. */
  readonly folder: string;
  readonly desk: Desk;
  /** Takes one line for the operator. */
  readonly report: (line: string) => void;
  /** Milliseconds that a client may be silent while it is its turn. Defaults to 10,000. */
  readonly patience?: number | undefined;
}

/** Takes the commands of whoever runs the server, one line of JSON for each connection. */
export interface ControlServer {
  /** Listens, once. Never rejects: a server that cannot be asked works all the same. */
  start(): Promise<void>;
  /** Takes no more commands; those that it has taken are answered. */
  close(): Promise<void>;
}

/** Bytes of one request: a verdict may carry a result. */
const longestRequest = 1024 * 1024;
const mostConnections = 32;

/**
 * Listens where only the own user can connect, and asks for the secret of the control file all the
 * same: on some systems the rights of a socket's file mean nothing.
 */
export function createControlServer(source: ControlServerSource): ControlServer {
  const { folder, report } = source;
  const waiting = new Set<Socket>();
  let listening: Promise<{ server: Server; place: ControlPlace } | undefined> | undefined;
  const listen = async () => {
    try {
      const left = await readControlFile(folder);
      if (left) await clearControlAddress(left.address);
      const address = await makeControlAddress(folder);
      const place = { address, secret: randomBytes(32).toString('base64url'), pid: process.pid };
      const server = await listenAt(address, (socket) => void take(socket, place, source, waiting));
      await writeControlFile(folder, place);
      return { server, place };
    } catch (error) {
      report(
        `"guildline workflows" cannot reach this server: ${(error as Error).message}. Its workflows are not affected.`,
      );
      return undefined;
    }
  };
  return {
    start: async () => {
      listening ??= listen();
      await listening;
    },
    close: async () => {
      // Whoever has not begun to listen does not begin now.
      listening ??= Promise.resolve(undefined);
      const open = await listening;
      if (!open) return;
      await removeControlFile(folder, open.place);
      // Whoever has its answer coming is waited for by the process, not here.
      open.server.close();
      for (const socket of waiting) socket.destroy();
      await clearControlAddress(open.place.address);
    },
  };
}

async function listenAt(address: string, onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, onConnection);
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address, resolve);
  });
  server.on('error', () => undefined).unref();
  if (process.platform !== 'win32') await chmod(address, 0o600);
  return server;
}

/** One connection, one line, one answer. */
async function take(
  socket: Socket,
  { secret }: ControlPlace,
  { desk, patience = 10_000 }: ControlServerSource,
  waiting: Set<Socket>,
): Promise<void> {
  waiting.add(socket);
  socket.on('error', () => undefined);
  socket.setTimeout(patience, () => socket.destroy());
  let outcome: OperatorOutcome;
  try {
    const line = await readLine(socket, longestRequest);
    if (line === undefined) {
      socket.destroy();
      return;
    }
    socket.setTimeout(0);
    waiting.delete(socket);
    outcome = await answer(line, secret, desk);
  } catch (error) {
    outcome = { kind: 'error', error: toShape(error) };
  } finally {
    waiting.delete(socket);
  }
  socket.setTimeout(patience);
  socket.end(`${JSON.stringify(outcome)}\n`);
}

async function answer(line: string, secret: string, desk: Desk): Promise<OperatorOutcome> {
  const request = parse(line);
  if (!isSame(request?.['secret'], secret)) {
    throw new ToolError({
      code: 'NOT_AUTHORIZED',
      message: 'The request does not carry the secret of this server, which control.json holds.',
    });
  }
  const { secret: _secret, ...more } = request ?? {};
  if (isOperatorRequest(more)) return await desk(more);
  throw malformed('It has to be {"secret", "tool", "args", "answer"?}.');
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    throw malformed('It is not JSON.');
  }
  return undefined;
}

/** Takes as long whether or not they are the same. */
function isSame(given: unknown, secret: string): boolean {
  if (typeof given !== 'string') return false;
  const [one, other] = [given, secret].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function malformed(why: string): ToolError {
  return new ToolError({
    code: 'VALIDATION_ERROR',
    message: `The request was not understood. ${why}`,
  });
}

function toShape(error: unknown) {
  if (error instanceof ToolError) return error.toJSON();
  if (error instanceof LineTooLong) return malformed(error.message).toJSON();
  const message = 'The server failed while it answered. Its log may say why.';
  return new ToolError({ code: 'INTERNAL_ERROR', message, outcome: 'unknown' }).toJSON();
}
