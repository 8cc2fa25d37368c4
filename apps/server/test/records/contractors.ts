import { join } from 'node:path';
import type { World } from '@guildline/discord-simulator';
import { linesOf } from '../upstream/start-upstream.ts';
import { type StartedServer, startServer } from './start-server.ts';

const bot = '123456789012345678';
const owner = '100000000000000001';
const guild = '111122223333444455';
const contractor = '555566667777888004';

/** A guild in which four of six people are contractors; the directory does not know one of them. */
function contractorsWorld(): World {
  const people = ['11', '22', '33', '44', '55'].map((end) => ({
    id: `7777888899990000${end}`,
    username: `person_${end}`,
  }));
  return {
    users: [
      { id: bot, username: 'guildline', bot: true },
      { id: owner, username: 'robin' },
      ...people,
    ],
    guilds: [
      {
        id: guild,
        name: 'Office Hours',
        owner_id: owner,
        roles: [{ id: contractor, name: 'contractor', position: 1 }],
        channels: [{ id: '222233334444555003', name: 'general' }],
        members: [
          { user_id: bot },
          { user_id: owner },
          ...people.map(({ id }) => ({
            user_id: id,
            roles: id.endsWith('55') ? [] : [contractor],
          })),
        ],
      },
    ],
  };
}

/** A server that is connected to the directory of people. */
export interface ContractorsServer extends StartedServer {
  /** What the directory was asked. */
  asked(): Promise<readonly string[]>;
}

/**
 * Starts a server as the recipe configures it.
 *
 * @param upstreams the `upstreams` of the recipe, in which `directory-server.mjs` stands for the program
 */
export async function startContractors(upstreams: object): Promise<ContractorsServer> {
  const environment: Record<string, string> = { DIRECTORY_TOKEN: 'directory-token-of-the-test' };
  const configure = (folder: string) => {
    const log = { DIRECTORY_LOG: { value: join(folder, 'asked.log') } };
    const { directory } = upstreams as { directory: { env?: object } };
    const args = [join(import.meta.dirname, '../upstream/directory-server.mjs')];
    const env = { ...directory.env, ...log };
    return { upstreams: { directory: { ...directory, command: process.execPath, args, env } } };
  };
  const server = await startServer(configure, contractorsWorld(), environment);
  return { ...server, asked: () => linesOf(join(server.folder, 'asked.log')) };
}
