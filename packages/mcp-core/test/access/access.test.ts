import { expect, test } from 'vitest';
import {
  createDispatcher,
  createRegistry,
  metaTools,
  type Outcome,
  type Rights,
} from '../../src/index.ts';
import { alice, ManualClock, noteTools } from '../fakes.ts';

const post = { board_id: '123', text: 'x' };

function startWith(rights: Rights) {
  const posted: { board_id: string; text: string }[] = [];
  const tools = createRegistry({ tools: [...noteTools(posted), ...metaTools()] });
  const dispatch = createDispatcher({
    tools,
    clock: new ManualClock(),
    rightsOf: () => rights,
  });
  return {
    posted,
    call: (name: string, args: object) => dispatch(name, args, { caller: alice }),
  };
}

function codeOf(outcome: Outcome): string | undefined {
  return outcome.kind === 'error' ? outcome.error.code : undefined;
}

const reader: Rights = { mayUse: () => true, readOnly: true };
const stranger: Rights = { mayUse: ({ name }) => name !== 'notes_post', readOnly: false };

test('a caller that may not use a tool is refused, and may use the others', async () => {
  const { call, posted } = startWith(stranger);
  expect(codeOf(await call('notes_post', post))).toBe('NOT_AUTHORIZED');
  expect(codeOf(await call('notes_list', { board_id: '123' }))).toBeUndefined();
  expect(posted).toEqual([]);
});

test('read-only refuses writes and takes reads', async () => {
  const { call, posted } = startWith(reader);
  expect(codeOf(await call('notes_post', post))).toBe('READ_ONLY');
  expect(codeOf(await call('notes_list', { board_id: '123' }))).toBeUndefined();
  expect(posted).toEqual([]);
});

test.each([
  ['READ_ONLY', reader],
  ['NOT_AUTHORIZED', stranger],
])('a pipeline with a step that is refused as %s does not begin', async (code, rights) => {
  const { call, posted } = startWith(rights);
  const steps = [
    { id: 'list', tool: 'notes_list', args: { board_id: '123' } },
    { id: 'post', tool: 'notes_post', args: post },
  ];
  const outcome = await call('mcp_pipeline', { steps });
  expect(outcome).toMatchObject({
    structured: { aborted: true, steps: [{ id: 'post', error: { code: 'PIPELINE_INVALID' } }] },
    meta: { 'guildline/errors': { post: { details: { problems: [{ code }] } } } },
  });
  expect(posted).toEqual([]);
});

test('a pipeline of reads runs read-only', async () => {
  const { call } = startWith(reader);
  const steps = [{ tool: 'notes_list', args: { board_id: '123' } }];
  expect(await call('mcp_pipeline', { steps })).toMatchObject({ structured: { aborted: false } });
});
