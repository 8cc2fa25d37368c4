import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folders, makeFolders, problemsOf } from './folders.ts';

let folders: Folders;
beforeAll(async () => {
  folders = await makeFolders();
});
afterAll(() => folders.remove());

async function check(text: string, name = 'work/wrong.yaml'): Promise<string[]> {
  const config = await folders.write(name, text);
  return problemsOf(folders.load({ flags: { config } }));
}

describe('a value', () => {
  test.each([
    [
      'an unknown key with the near one',
      'approval:\n  maximum_member: 5\n',
      '2:3 approval.maximum_member: Unknown key. Did you mean "maximum_members"?',
    ],
    [
      'an unknown key with all keys, if none is near',
      'audit: { colour: red }',
      '1:10 audit.colour: Unknown key. Keys here: reads, maximum_bytes.',
    ],
    [
      'an unknown key inside a group',
      'groups: { team: { guild: [] } }',
      '1:19 groups.team.guild: Unknown key. Did you mean "guilds"?',
    ],
    [
      'an id without quotes, with its exact digits',
      'allowed:\n  guilds:\n    - "111122223333444455"\n    - 111122223333444456\n',
      '4:7 allowed.guilds[1]: Expected a text, and without quotes this is a number, which loses digits. Quote it: "111122223333444456".',
    ],
    [
      'an id that is too short',
      'allowed: { channels: ["123"] }',
      '1:23 allowed.channels[0]: Expected the id of a channel: 17 to 20 digits. Got "123".',
    ],
    [
      'a text that YAML reads as true',
      'tools: [true]',
      '1:9 tools[0]: Expected a text, and without quotes this is true or false. Quote it: "true".',
    ],
    [
      'a single value where a list belongs',
      'categories: messages',
      '1:13 categories: Expected a list. Write ["messages"].',
    ],
    ['yes for true', 'read_only: yes', '1:12 read_only: Expected true or false, got "yes".'],
    [
      'a number outside its limits',
      'approval: { maximum_members: -1 }',
      '1:30 approval.maximum_members: Expected a whole number of at least 0, got -1.',
    ],
    [
      'a number that is not whole',
      'audit: { maximum_bytes: 1.5e6.5 }',
      '1:25 audit.maximum_bytes: Expected a whole number, got "1.5e6.5".',
    ],
    [
      'a number with a fraction',
      'approval: { maximum_members: 2.5 }',
      '1:30 approval.maximum_members: Expected a whole number, got 2.5.',
    ],
    [
      'a choice that is not there',
      'approval: { categories: { members: alwasy } }',
      '1:36 approval.categories.members: Expected always, once-per-batch or never, got "alwasy". Did you mean "always"?',
    ],
    [
      'a key without a value, which could mean all or nothing',
      'local_user:\nread_only: true',
      '1:1 local_user: Has no value. Expected a mapping (key: value); write one, or remove the key.',
    ],
    [
      'a missing key',
      'callers:\n  alice: {}',
      '2:3 callers.alice.groups: Missing. Expected a list.',
    ],
    [
      'a list where a mapping belongs',
      'groups: [team]',
      '1:9 groups: Expected a mapping (key: value), got a list.',
    ],
    ['a file that is a list', '- read_only', '1:1: Expected a mapping (key: value), got a list.'],
    [
      'a file that is a text',
      'read_only',
      '1:1: Expected a mapping (key: value), got "read_only".',
    ],
    [
      'a name that is none',
      'groups: { "the team": {} }',
      '1:11 groups["the team"]: Expected the name of a group: up to 64 letters, digits, "_", "-" and ".".',
    ],
    ['an empty path', 'data_directory: ""', '1:17 data_directory: Expected the path of a folder.'],
  ])('%s is told with its place', async (_what, text, expected) => {
    expect(await check(text)).toEqual([`wrong.yaml:${expected}`]);
  });
});

describe('a reference', () => {
  test.each([
    [
      'a group that is not there',
      'groups: { moderators: {} }\ncallers: { alice: { groups: [moderatrs] } }',
      '2:30 callers.alice.groups[0]: No group is named "moderatrs". Did you mean "moderators"?',
    ],
    [
      'a group where none is described',
      'local_user: { groups: [team] }',
      '1:24 local_user.groups[0]: No group is named "team". Describe it under "groups".',
    ],
    [
      'a category that is not there',
      'groups: { team: { categories: [music] } }',
      '1:32 groups.team.categories[0]: No category is named "music". There are: members, messages, meta, roles.',
    ],
    [
      'a category of the approval policy',
      'approval: { categories: { member: never } }',
      '1:27 approval.categories.member: No category is named "member". Did you mean "members"?',
    ],
    [
      'a tool that is not there',
      'exclude_tools: [members_bann]',
      '1:17 exclude_tools[0]: No tool is named "members_bann". Did you mean "members_ban"?',
    ],
    [
      'a tool that is like no other',
      'tools: [x]',
      '1:9 tools[0]: No tool is named "x". "guildline tools" lists them.',
    ],
    [
      'the reserved caller',
      'callers: { local: { groups: [] } }',
      '1:12 callers.local: "local" is whoever starts the server. Write "local_user" beside "callers".',
    ],
    [
      'two sources of a token',
      'profiles: { a: { token_file: x, token_env: X } }',
      '1:33 profiles.a.token_env: A profile has token_file or token_env, not both. Keep one.',
    ],
  ])('%s is told with its place', async (_what, text, expected) => {
    expect(await check(text)).toEqual([`wrong.yaml:${expected}`]);
  });

  test('is found beside values that are wrong', async () => {
    const text = 'read_only: 1\ncallers: { alice: { groups: [team] } }\ngroups: 5\n';
    expect(await check(text)).toHaveLength(3);
  });
});

describe('syntax', () => {
  test.each([
    ['a tab', '\tread_only: true', '1:1: Tabs are not allowed as indentation. Use spaces.'],
    [
      'a missing bracket',
      'tools: [messages_send',
      '1:22: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    [
      'a reserved character',
      'tools: [@x]',
      '1:9: Plain value cannot start with reserved character @. Put the value in quotes.',
    ],
    [
      'a repeated key',
      'read_only: true\ncategories: []\nread_only: false\n',
      '3:1 read_only: The key stands in line 1 already. Keep one.',
    ],
    [
      'a key that is repeated in another way of writing',
      'callers:\n  1: { groups: [] }\n  "1": { groups: [] }\n',
      '3:3 callers.1: The key stands in line 2 already. Keep one.',
    ],
    [
      'a second document',
      'read_only: true\n---\nread_only: false\n',
      '2:1: The file holds more than one document. Remove the line "---" between them.',
    ],
    [
      'a tag',
      'data_directory: !include x',
      '1:17: Unresolved tag: !include. Remove the tag, or put the value in quotes.',
    ],
    ['a key that is a list', '? [a]\n: b', '1:3: A key is a text, not a list or a mapping.'],
    ['a key without a name', ': b', '1:1: A key is missing.'],
    ['an alias of nothing', 'tools: *x', '1:8 tools: Nothing before this place has that anchor.'],
    [
      'the name of the prototype',
      '__proto__: { read_only: true }',
      '1:1: No key can be named "__proto__".',
    ],
  ])('%s is told with its place', async (_what, text, expected) => {
    expect(await check(text)).toContain(`wrong.yaml:${expected}`);
  });

  test('a directive does not bring back the types of YAML 1.1', async () => {
    expect(await check('%YAML 1.1\n---\nread_only: yes\n')).toEqual([
      'wrong.yaml:3:12 read_only: Expected true or false, got "yes".',
    ]);
  });

  test('wrong JSON is told with its place, too', async () => {
    const text =
      '{\n  "allowed": {\n    "guilds": [111122223333444455]\n  },\n  "reed_only": true\n}\n';
    expect(await check(text, 'work/wrong.json')).toEqual([
      'wrong.json:3:16 allowed.guilds[0]: Expected a text, and without quotes this is a number, which loses digits. Quote it: "111122223333444455".',
      'wrong.json:5:3 reed_only: Unknown key. Did you mean "read_only"?',
    ]);
    expect(await check('{"read_only": tru', 'work/wrong.json')).not.toEqual([]);
  });
});
