import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askApproval } from '../../src/terminal/ask-approval.ts';

const request = { preview: 'Step 1: members_kick. It is destructive.', ticket: 'ticket' };

function startTerminal(answer?: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    if (answer !== undefined && shown.includes('Write yes: ')) input.write(`${answer}\n`);
  });
  return { terminal: { input, output }, shown: () => shown };
}

const never = new AbortController().signal;

test('a person who writes yes approves exactly what was shown', async () => {
  const { terminal, shown } = startTerminal(' Yes ');
  expect(await askApproval(request, terminal, never)).toEqual({ approved: true, ticket: 'ticket' });
  expect(shown()).toContain(request.preview);
});

test.each(['y', 'no', '', 'yes please', 'true', '1'])('%j is no approval', async (answer) => {
  const { terminal } = startTerminal(answer);
  expect(await askApproval(request, terminal, never)).toEqual({ approved: false, why: 'declined' });
});

test('a stop while the question is open is no approval', async () => {
  const stop = new AbortController();
  const { terminal } = startTerminal();
  const asked = askApproval(request, terminal, stop.signal);
  stop.abort();
  expect(await asked).toEqual({ approved: false, why: 'cancelled' });
});

test('a terminal that is closed while the question is open is no approval', async () => {
  const { terminal } = startTerminal();
  const asked = askApproval(request, terminal, never);
  terminal.input.end();
  expect(await asked).toMatchObject({ approved: false });
});
