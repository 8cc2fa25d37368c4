import { createHash, randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { unavailable } from '../../unavailable.ts';
import { askHolder, type Holder } from './ask-holder.ts';

/** Holds a folder until it is released or the process ends, however it ends. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process. Two processes in one database of PGlite lose rows without any
 * error, so the lock is one that the system frees: a name that a socket is bound to. On Linux the
 * abstract name is exclusive at once, and the socket's file is seen by containers that share the
 * folder; Windows has pipes; elsewhere the file alone has to do.
 *
 * @param folder its real path
 * @throws ToolError `WORKFLOW_UNAVAILABLE` with `details: { pid }` if another process holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const holder: Holder = { pid: process.pid, host: hostname(), token: randomUUID() };
  const servers: Server[] = [];
  const release = async () => {
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  };
  try {
    for (const address of addressesOf(folder)) {
      const server = await hold(address, holder, folder);
      if (server !== undefined) servers.push(server);
    }
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

interface Address {
  readonly path: string;
  /** True if the name outlives the process that was bound to it. */
  readonly isFile: boolean;
  /** True if another name holds the folder already, and not every file system has sockets. */
  readonly isExtra: boolean;
}

function addressesOf(folder: string): readonly Address[] {
  const name = `guildline-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const lasting = (path: string): Address => ({ path, isFile: false, isExtra: false });
  if (process.platform === 'win32') return [lasting(`\\\\.\\pipe\\${name}`)];
  const inside = join(folder, 'served.sock');
  // The system cuts longer paths of sockets off.
  const path = Buffer.byteLength(inside) <= 100 ? inside : join(tmpdir(), `${name}.sock`);
  if (process.platform !== 'linux') return [{ path, isFile: true, isExtra: false }];
  return [lasting(`\0${name}`), { path, isFile: true, isExtra: true }];
}

async function hold(address: Address, holder: Holder, folder: string): Promise<Server | undefined> {
  if (address.isFile) {
    await refuseIfHeld(address, holder, folder);
    // Not `rm`, which looks at the file first: after a look at a socket, Node 20 takes the next
    // symbolic link for a file when it loads a module, and does not find what that depends on.
    await unlink(address.path).catch(() => undefined);
  }
  let server: Server;
  try {
    server = await listen(address, holder);
  } catch (error) {
    await refuseIfHeld(address, holder, folder);
    if (address.isExtra) return undefined;
    throw error;
  }
  try {
    // Two processes may have removed the file of a dead one at the same time; the last one has it.
    await refuseIfHeld(address, holder, folder);
    return server;
  } catch (error) {
    await new Promise((done) => server.close(done));
    throw error;
  }
}

async function refuseIfHeld(address: Address, self: Holder, folder: string): Promise<void> {
  const other = await askHolder(address.path);
  if (other === undefined || other.token === self.token) return;
  const where = other.host === self.host ? '' : ` on ${other.host}`;
  const who = other.pid === undefined ? 'another process' : `process ${other.pid}${where}`;
  throw unavailable(
    `Workflows in ${folder} are served by ${who}. Ask that server, end it, or set GUILDLINE_DATABASE_URL to let several servers share their workflows.`,
    other.pid === undefined ? {} : { details: { pid: other.pid } },
  );
}

/** Listens, and tells whoever connects which process this is. */
function listen({ path }: Address, holder: Holder): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(JSON.stringify(holder));
    });
    server.once('error', reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}
