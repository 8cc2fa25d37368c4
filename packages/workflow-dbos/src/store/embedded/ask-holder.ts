import { connect } from 'node:net';

/** The process that holds a folder, as far as it says. */
export interface Holder {
  readonly pid: number | undefined;
  readonly host: string | undefined;
  /** Made up for each time a folder is taken. */
  readonly token: string | undefined;
}

const unknownHolder: Holder = { pid: undefined, host: undefined, token: undefined };

/**
 * Who is bound to a socket's name: undefined if nobody is. A process that is stopped or busy does not
 * say who it is, and is there all the same.
 */
export function askHolder(path: string): Promise<Holder | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    let isThere = false;
    const socket = connect({ path, timeout: 2_000 });
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      isThere = true;
    });
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.length > 1_000) socket.destroy();
    });
    socket.on('timeout', () => {
      isThere = true;
      socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A full queue of connections is a holder that does not answer.
      if (error.code === 'EAGAIN') isThere = true;
    });
    socket.on('close', () => resolve(isThere ? parseHolder(answer) : undefined));
  });
}

function parseHolder(answer: string): Holder {
  try {
    const { pid, host, token } = JSON.parse(answer) as Record<string, unknown>;
    return {
      pid: typeof pid === 'number' ? pid : undefined,
      host: typeof host === 'string' ? host : undefined,
      token: typeof token === 'string' ? token : undefined,
    };
  } catch {
    return unknownHolder;
  }
}
