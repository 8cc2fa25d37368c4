import { checkGrant } from '../approval/check-grant.ts';
import { type Demand, findDemands } from '../approval/demands.ts';
import type { DescribeCall } from '../approval/describe-call.ts';
import { digestOf } from '../approval/digest.ts';
import type { ApprovalPolicy } from '../approval/policy.ts';
import { createPreview } from '../approval/preview.ts';
import type {
  ApprovalRoute,
  ApprovalSubject,
  ApprovalTickets,
  Ticket,
} from '../approval/ticket.ts';
import type { UsedApprovals } from '../approval/used-approvals.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Outcome } from '../outcome.ts';
import type { Call, Middleware } from './middleware.ts';

/** The parts of {@link createApproval}. */
export interface ApprovalSource {
  /** Read anew for each call, so that a reload counts at once. */
  readonly policy: () => ApprovalPolicy;
  readonly describe: DescribeCall;
  readonly tickets: ApprovalTickets;
  readonly used: UsedApprovals;
}

/**
 * Lets a call that needs an approval pass once a person has said yes to exactly this call. Whatever
 * is not an explicit yes refuses it, and nothing has happened then.
 */
export function createApproval(source: ApprovalSource): Middleware {
  return async (call, next) => {
    const { context } = call;
    if (context.grant) {
      await checkGrant(call, context.grant, source.describe);
      return next(call);
    }
    const policy = source.policy();
    const demands = findDemands(call, policy);
    if (demands.length === 0) return next(call);
    if (context.inner) throw missingInside(demands[0] as Demand);
    refuseAlwaysInBatch(demands, policy);
    // What was brought is judged first: a refusal must not cost the look-ups of a preview.
    const ticket = await findApproval(call, policy, source);
    const preview = await createPreview(demands, source.describe, context, {
      isApproved: ticket !== undefined,
    });
    if (!ticket) return ask(call, preview.text, policy, source);
    await useOnce(ticket.id, ticket.expiresAt, source);
    const grants = call.tool.calls ? preview.grants : undefined;
    return next({ ...call, context: { ...context, grants } });
  };
}

function subjectOf({ tool, args, context }: Call, route: ApprovalRoute): ApprovalSubject {
  return { caller: context.caller.id, tool: tool.name, digest: digestOf(args), route };
}

/** The approval that a call brought along, verified; `undefined` if it brought none. */
async function findApproval(
  call: Call,
  policy: ApprovalPolicy,
  { tickets }: ApprovalSource,
): Promise<Ticket | undefined> {
  const { answer, canAsk } = call.context;
  if (answer && !answer.approved) throw refused(answer.why);
  const token = answer?.ticket ?? call.confirmToken;
  if (token === undefined) return undefined;
  // A caller that can be asked is asked, whatever it brought.
  if (!answer && canAsk) return undefined;
  if (!answer && policy.withoutElicitation === 'refuse') {
    throw invalid('this server takes no tokens; only a person who is asked can approve');
  }
  const wanted = subjectOf(call, answer ? 'person' : 'token');
  const ticket = await tickets.verify(token);
  if (!ticket) throw invalid('it is not one of this server, was changed, or has expired');
  if (ticket.route !== wanted.route)
    throw invalid('it has to come from the person, not as an argument');
  if (ticket.caller !== wanted.caller) throw invalid('it was given to another caller');
  if (ticket.tool !== wanted.tool || ticket.digest !== wanted.digest) {
    throw invalid('it was given for other arguments');
  }
  return ticket;
}

async function useOnce(id: string, expiresAt: number, { used }: ApprovalSource): Promise<void> {
  if (!(await used.use(id, expiresAt))) throw invalid('it was used before');
}

async function ask(
  call: Call,
  preview: string,
  policy: ApprovalPolicy,
  { tickets }: ApprovalSource,
): Promise<Outcome> {
  if (call.context.canAsk) {
    const { token } = await tickets.issue(subjectOf(call, 'person'));
    return { kind: 'needs-approval', request: { preview, ticket: token } };
  }
  if (policy.withoutElicitation === 'refuse') {
    throw required(preview, 'This client cannot ask a person, so the call is refused.');
  }
  const { token, expiresAt } = await tickets.issue(subjectOf(call, 'token'));
  throw required(
    preview,
    'Show this to the person you work for. Only if they agree, repeat the identical call with __confirm set to details.confirm_token.',
    { confirm_token: token, expires_at: new Date(expiresAt).toISOString() },
  );
}

/** A category that is approved call by call takes no approval for a batch. */
function refuseAlwaysInBatch(demands: readonly Demand[], policy: ApprovalPolicy): void {
  const single = demands.find(
    ({ step, definition }) => step !== undefined && policy.modeOf(definition.category) === 'always',
  );
  if (!single) return;
  throw new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `On this server each call of ${single.tool} is approved by itself, so it cannot be a step. Call it directly.`,
  });
}

function missingInside({ tool, reason }: Demand): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `${tool} needs an approval, and that was not known before the first step. ${reason} Call it directly, or write its arguments without templates.`,
  });
}

function required(preview: string, next: string, more: object = {}): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `A person has to approve this first; nothing was done.\n${preview}\n${next}`,
    details: { preview, ...more },
  });
}

const reasons = {
  declined: 'The person declined',
  cancelled: 'The person closed the question without an answer',
  unticked: 'The person did not tick the approval',
  'timed-out': 'Nobody answered in time',
  failed: 'The question could not be put to the person',
} as const;

function refused(why: keyof typeof reasons): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `${reasons[why]}; nothing was done. Do not repeat the call unless they ask for it.`,
    details: { answer: why },
  });
}

function invalid(reason: string): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_INVALID',
    message: `The approval does not count: ${reason}. Nothing was done; call again without __confirm to get a new one.`,
  });
}
