import { defaultApprovalPolicy } from '@guildline/mcp-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApprovalPolicy } from '../../src/configuration/approval-policy.ts';
import { type Folders, makeFolders } from './folders.ts';

let folders: Folders;
beforeAll(async () => {
  folders = await makeFolders();
});
afterAll(() => folders.remove());

test('without a file the policy is the default one', async () => {
  const { modeOf, ...values } = createApprovalPolicy((await folders.load()).configuration.approval);
  expect(defaultApprovalPolicy).toMatchObject(values);
  expect(modeOf('members')).toBe(defaultApprovalPolicy.modeOf('members'));
  expect(modeOf('constructor')).toBe('once-per-batch');
});

test('a file sets its values and the mode of each category', async () => {
  await folders.write(
    'work/guildline.config.yaml',
    'approval: { without_elicitation: refuse, maximum_members: 0, mass_mentions: false, categories: { members: always, messages: never } }',
  );
  const policy = createApprovalPolicy((await folders.load()).configuration.approval);
  expect(policy).toMatchObject({
    withoutElicitation: 'refuse',
    maximumMembers: 0,
    massMentions: false,
  });
  expect(['members', 'messages', 'roles'].map(policy.modeOf)).toEqual([
    'always',
    'never',
    'once-per-batch',
  ]);
});
