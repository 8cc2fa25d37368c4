import type { ApprovalAnswer } from '../outcome.ts';

/** The question as MCP's form elicitation puts it: one box to tick. */
export function toApprovalForm(preview: string) {
  return {
    message: `${preview}\nDo you approve exactly this?`,
    requestedSchema: {
      type: 'object' as const,
      properties: {
        approve: {
          type: 'boolean' as const,
          title: 'I approve this',
          description: 'Ticked: it is done now. Not ticked: nothing happens.',
          default: false,
        },
      },
      required: ['approve'],
    },
  };
}

/** True if a client with these `elicitation` capabilities can show a form. */
export function takesForms(elicitation: object | undefined): boolean {
  if (!elicitation) return false;
  // A client that names no mode can do forms; one that names only `url` cannot.
  return 'form' in elicitation || !('url' in elicitation);
}

/** A client's answer to {@link toApprovalForm}. It comes from outside and is believed in nothing but a plain yes. */
export function parseApprovalAnswer(answer: unknown, ticket: string): ApprovalAnswer {
  if (typeof answer !== 'object' || answer === null) return { approved: false, why: 'failed' };
  const { action, content } = answer as { action?: unknown; content?: unknown };
  if (action === 'decline') return { approved: false, why: 'declined' };
  if (action === 'cancel') return { approved: false, why: 'cancelled' };
  if (action !== 'accept') return { approved: false, why: 'failed' };
  const ticked = (content as { approve?: unknown } | null | undefined)?.approve === true;
  return ticked ? { approved: true, ticket } : { approved: false, why: 'unticked' };
}
