import { checkSteps, runSteps } from '../../src/index.ts';

const { steps, issues } = checkSteps(
  [
    { id: 'me', tool: 'users_get_current', args: {} },
    { id: 'hello', tool: 'messages_send', args: { content: 'I am {{me.name}}.' } },
  ],
  () => ({ tool: { checkArguments: () => [] } }),
);
if (issues.length > 0) throw new Error(issues[0]?.message);

export const result = await runSteps(steps, {
  call: async ({ tool, args }) => ({
    ok: true,
    result:
      tool === 'messages_send' ? { message_id: '888899990000111122', ...args } : { name: 'Ann' },
  }),
  clock: Date,
});
