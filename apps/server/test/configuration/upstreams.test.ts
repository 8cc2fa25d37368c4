import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folders, makeFolders, problemsOf } from './folders.ts';

let folders: Folders;
beforeAll(async () => {
  folders = await makeFolders();
});
afterAll(() => folders.remove());

async function check(text: string): Promise<string[]> {
  const config = await folders.write('work/wrong.yaml', text);
  return problemsOf(folders.load({ flags: { config } }));
}

async function load(text: string, flags = {}) {
  const config = await folders.write('work/right.yaml', text);
  return folders.load({ flags: { config, ...flags } });
}

const tools = 'tools: { get_person: {} }';

describe('upstreams', () => {
  test('are none, and no file may be read, without configuration', async () => {
    const { configuration } = await load('{}');
    expect(configuration).toMatchObject({
      upstreams: [],
      recordFiles: undefined,
      maximumRecords: 100_000,
    });
  });

  test('have every default filled in, and paths from the file’s folder', async () => {
    const { configuration } = await load(`
upstreams:
  other: { url: 'https://mcp.example.org/', headers_from: { Authorization: { env: OTHER, prefix: 'Bearer ' } }, ${tools} }
  directory:
    command: node
    args: [server.mjs]
    cwd: programs
    env: { DIRECTORY_TOKEN: { file: secrets/directory }, MODE: { value: fast } }
    tools:
      get-person: { effect: read, record_type: Person }
      listPeople: { effect: read, name: people, list: people, cursor: { argument: page, result: next } }
      remove: {}
      touch: { effect: idempotent, destructive: false }
`);
    const folder = folders.workingDirectory;
    expect(configuration.upstreams.map(({ name }) => name)).toEqual(['directory', 'other']);
    expect(configuration.upstreams).toMatchObject([
      {
        address: {
          kind: 'process',
          command: 'node',
          args: ['server.mjs'],
          folder: join(folder, 'programs'),
          environment: {
            DIRECTORY_TOKEN: { kind: 'file', path: join(folder, 'secrets/directory'), prefix: '' },
            MODE: { kind: 'value', text: 'fast' },
          },
        },
        groups: undefined,
        timeout: 30_000,
        concurrency: 4,
        callerIdentity: false,
        tools: [
          {
            name: 'directory_get_person',
            upstreamName: 'get-person',
            effect: 'read',
            destructive: false,
          },
          {
            name: 'directory_people',
            list: 'people',
            cursor: { argument: 'page', result: 'next' },
          },
          { name: 'directory_remove', effect: 'once', destructive: true, reusable: false },
          { name: 'directory_touch', effect: 'idempotent', destructive: false },
        ],
      },
      {
        address: {
          kind: 'http',
          url: 'https://mcp.example.org/',
          headers: { Authorization: { kind: 'environment', name: 'OTHER', prefix: 'Bearer ' } },
        },
      },
    ]);
  });

  test('are categories, and their tools are tools, in groups and in flags', async () => {
    const text = `
upstreams: { directory: { command: x, groups: [staff], ${tools} } }
record_files: { folders: [exports], groups: [staff] }
groups: { staff: { categories: [directory, files], tools: [directory_get_person, files_read_csv] } }
approval: { categories: { directory: never } }
`;
    const flags = { categories: 'directory,files', excludeTools: 'directory_get_person' };
    const { configuration } = await load(text, flags);
    expect(configuration).toMatchObject({
      categories: ['directory', 'files'],
      upstreams: [{ groups: ['staff'] }],
      recordFiles: {
        folders: [join(folders.workingDirectory, 'exports')],
        groups: ['staff'],
        maximumBytes: 256 * 1024 * 1024,
      },
    });
  });
});

describe('of an upstream', () => {
  test.each([
    [
      'an address is missing',
      `upstreams: { directory: { ${tools} } }`,
      '1:14 upstreams.directory: Says neither command (a program to start) nor url (an address). Write one.',
    ],
    [
      'two addresses stand',
      `upstreams: { directory: { command: x, url: 'https://x.example', ${tools} } }`,
      '1:39 upstreams.directory.url: An upstream has command or url, not both. Keep one.',
    ],
    [
      'a key belongs to the other kind of address',
      `upstreams: { directory: { url: 'https://x.example', args: [x], ${tools} } }`,
      '1:53 upstreams.directory.args: Belongs to command, and this upstream has none. Remove it.',
    ],
    [
      'headers would go out in the clear',
      `upstreams: { directory: { url: 'http://x.example', headers_from: { A: { env: A } }, ${tools} } }`,
      '1:32 upstreams.directory.url: Headers would be sent unencrypted. Use an address that begins with https://.',
    ],
    [
      'an address is none',
      `upstreams: { directory: { url: 'ftp://x.example', ${tools} } }`,
      '1:32 upstreams.directory.url: Expected an address that begins with https://. Got "ftp://x.example".',
    ],
    [
      'the name is a category of ours',
      `upstreams: { members: { command: x, ${tools} } }`,
      `1:14 upstreams.members: "members" is a category of this server's own tools. Choose another name.`,
    ],
    [
      'the name is none',
      'upstreams: { My-Server: { command: x, tools: {} } }',
      '1:14 upstreams.My-Server: Expected the name of an upstream: up to 30 small letters, digits and "_", a letter first.',
    ],
    [
      'the name of a tool gets too long',
      'upstreams: { directory: { command: x, tools: { find_everybody_who_has_ever_worked_here: {} } } }',
      '1:48 upstreams.directory.tools.find_everybody_who_has_ever_worked_here: The tool would be named "directory_find_everybody_who_has_ever_worked_here", and a name has 3 to 40 small letters, digits and "_". Give it another with "name".',
    ],
    [
      'two tools would have one name',
      'upstreams: { directory: { command: x, tools: { getPerson: {}, get-person: {} } } }',
      '1:63 upstreams.directory.tools.get-person: Another tool is named "directory_get_person" already. Give this one another name with "name".',
    ],
    [
      'a tool would have the name of one of ours',
      'upstreams: { messages_x: { command: x, tools: { y: {} } }, mcp: { command: x, tools: { pipeline: {} } } }',
      '1:88 upstreams.mcp.tools.pipeline: Another tool is named "mcp_pipeline" already. Give this one another name with "name".',
    ],
    [
      'a list is given by a tool that writes',
      'upstreams: { directory: { command: x, tools: { y: { list: people } } } }',
      '1:53 upstreams.directory.tools.y.list: Only a read can give the records of a pipeline. Write effect: read.',
    ],
    [
      'a cursor stands without a list',
      'upstreams: { directory: { command: x, tools: { y: { cursor: { argument: a, result: b } } } } }',
      '1:53 upstreams.directory.tools.y.cursor: Belongs to list: the key of the result with the records.',
    ],
    [
      'a read is called destructive',
      'upstreams: { directory: { command: x, tools: { y: { effect: read, destructive: true } } } }',
      '1:67 upstreams.directory.tools.y.destructive: A read destroys nothing. Keep one of the two.',
    ],
    [
      'an effect is none',
      'upstreams: { directory: { command: x, tools: { y: { effect: reed } } } }',
      '1:61 upstreams.directory.tools.y.effect: Expected read, idempotent or once, got "reed". Did you mean "read"?',
    ],
    [
      'a group is not there',
      `groups: { staff: {} }\nupstreams: { directory: { command: x, groups: [stuff], ${tools} } }`,
      '2:48 upstreams.directory.groups[0]: No group is named "stuff". Did you mean "staff"?',
    ],
    [
      'tools are not named',
      'upstreams: { directory: { command: x } }',
      '1:14 upstreams.directory.tools: Missing. Expected a mapping (key: value).',
    ],
  ])('%s: that is told with its place', async (_what, text, expected) => {
    expect(await check(text)).toEqual([`wrong.yaml:${expected}`]);
  });
});

const secret = 'x9-SECRET-value-of-somebody';

test.each([
  ['as the value of a variable', `env: { A: '${secret}' }`],
  ['as the name of a variable', `env: { A: { env: '${secret}' } }`],
  ['under a name that says what it is', `env: { API_TOKEN: { value: '${secret}' } }`],
  ['among the arguments', `args: ['--token=${secret}']`],
  ['beside the other keys', `token: '${secret}'`],
])('a secret that is written %s is refused and not shown', async (_where, keys) => {
  const problems = await check(`upstreams: { directory: { command: x, ${keys}, ${tools} } }`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/secret|not shown/);
  expect(problems[0]).not.toContain(secret);
});

test('a secret in an address or a header is refused and not shown', async () => {
  for (const keys of [
    `url: 'https://user:${secret}@x.example/'`,
    `url: 'https://x.example/', headers_from: { Authorization: 'Bearer ${secret}' }`,
    `url: 'https://x.example/', headers_from: { Authorization: { value: 'Bearer ${secret}' } }`,
  ]) {
    const problems = await check(`upstreams: { directory: { ${keys}, ${tools} } }`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain(secret);
  }
});
