import { checkGrant } from '../approval/check-grant.ts';
import { type Demand, findDemands } from '../approval/demands.ts';
import type { DescribeCall } from '../approval/describe-call.ts';
import { digestOf } from '../approval/digest.ts';
import type { ApprovalPolicy } from '../approval/policy.ts';
import { createPreview } from '../approval/preview.ts';
import {
  invalid,
  missingInside,
  refuseAlwaysInBatch,
  refused,
  refuseHiddenState,
  required,
} from '../approval/refusals.ts';
import { stateDigestOf } from '../approval/state-digest.ts';
import type {
  ApprovalRoute,
  ApprovalSubject,
  ApprovalTickets,
  Ticket,
} from '../approval/ticket.ts';
import type { UsedApprovals } from '../approval/used-approvals.ts';
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
    // Nothing is changed by asking what became of a call.
    if (context.lookup) return next(call);
    if (context.grant) {
      await checkGrant(call, context.grant, source.describe);
      return next(call);
    }
    const policy = source.policy();
    const demands = await findDemands(call, policy);
    if (demands.length === 0) return next(call);
    if (context.inner) throw missingInside(demands[0] as Demand);
    refuseAlwaysInBatch(demands, policy);
    refuseHiddenState(demands);
    const asked: Asked = { call, demands, policy };
    // What was brought is judged first: a refusal must not cost the look-ups of a preview.
    const ticket = await findApproval(asked, source);
    const preview = await createPreview(demands, source.describe, context, {
      isApproved: ticket !== undefined,
    });
    if (!ticket) return ask(asked, preview.text, source);
    await useOnce(ticket.id, ticket.expiresAt, source);
    const grants = call.tool.calls ? preview.grants : undefined;
    return next({ ...call, context: { ...context, grants } });
  };
}

/** A call that needs an approval, with what of it does. */
interface Asked {
  readonly call: Call;
  readonly demands: readonly Demand[];
  readonly policy: ApprovalPolicy;
}

/** What an approval is bound to: the exact arguments, and what is stored that they work with. */
function subjectOf({ call, demands }: Asked, route: ApprovalRoute): ApprovalSubject {
  const { tool, args, context } = call;
  const states = demands.flatMap(({ step, definition, context: { state }, boundTo }) => {
    const digests = [stateDigestOf(definition, state), boundTo].filter((one) => one !== undefined);
    return digests.length === 0 ? [] : [[step ?? null, ...digests]];
  });
  const subject = { caller: context.caller.id, tool: tool.name, digest: digestOf(args), route };
  return states.length === 0 ? subject : { ...subject, state: digestOf(states) };
}

/** The approval that a call brought along, verified; `undefined` if it brought none that is looked at. */
async function findApproval(
  asked: Asked,
  { tickets }: ApprovalSource,
): Promise<Ticket | undefined> {
  const { call, policy } = asked;
  const { answer, canAsk } = call.context;
  if (answer && !answer.approved) throw refused(answer.why);
  const token = answer?.ticket ?? call.confirmToken;
  if (token === undefined) return undefined;
  // Whoever can be asked is asked, whatever it brought; and where only the person's answer counts,
  // the refusal says so.
  if (!answer && (canAsk || needsPerson(asked))) return undefined;
  if (!answer && policy.withoutElicitation === 'refuse') {
    throw invalid('this server takes no tokens; only a person who is asked can approve');
  }
  const ticket = await tickets.verify(token);
  if (!ticket) throw invalid('it is not one of this server, was changed, or has expired');
  checkSubject(ticket, subjectOf(asked, answer ? 'person' : 'token'));
  return ticket;
}

function checkSubject(ticket: Ticket, wanted: ApprovalSubject): void {
  if (ticket.route !== wanted.route)
    throw invalid('it has to come from the person, not as an argument');
  if (ticket.caller !== wanted.caller) throw invalid('it was given to another caller');
  if (ticket.tool !== wanted.tool || ticket.digest !== wanted.digest) {
    throw invalid('it was given for other arguments');
  }
  if (ticket.state !== wanted.state) {
    throw invalid('what is stored has changed since it was shown, and the call works with that');
  }
}

function needsPerson({ demands }: Asked): boolean {
  return demands.some(({ personOnly }) => personOnly);
}

async function useOnce(id: string, expiresAt: number, { used }: ApprovalSource): Promise<void> {
  if (!(await used.use(id, expiresAt))) throw invalid('it was used before');
}

async function ask(asked: Asked, preview: string, { tickets }: ApprovalSource): Promise<Outcome> {
  if (asked.call.context.canAsk) {
    const { token } = await tickets.issue(subjectOf(asked, 'person'));
    return { kind: 'needs-approval', request: { preview, ticket: token } };
  }
  if (needsPerson(asked)) {
    throw required(
      preview,
      "Only the person's own answer counts for this, and this client cannot ask: no token is given for it. Use a client that can show a form.",
    );
  }
  if (asked.policy.withoutElicitation === 'refuse') {
    throw required(preview, 'This client cannot ask a person, so the call is refused.');
  }
  const { token, expiresAt } = await tickets.issue(subjectOf(asked, 'token'));
  throw required(
    preview,
    'Show this to the person you work for. Only if they agree, repeat the identical call with __confirm set to details.confirm_token.',
    { confirm_token: token, expires_at: new Date(expiresAt).toISOString() },
  );
}
