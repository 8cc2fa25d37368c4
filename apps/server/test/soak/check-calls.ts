import type { LoggedRequest } from '@guildline/discord-simulator';
import type { AuditEvent } from '@guildline/mcp-core';
import { groupBy, isOutcome, type ToldCall } from './told-calls.ts';

/** Tools of which a repetition would make a second thing. */
const makers =
  /^(?:messages_send|webhooks_execute|(?:channels|roles|events|invites|threads|webhooks)_create)$/;

/** True for a call that makes something new. */
export function isMaker({ outcome }: ToldCall): boolean {
  return makers.test(outcome.tool);
}

/** What is wrong between the outcome of a call and its effects; `undefined` if nothing is. */
export function checkCall(call: ToldCall, givenUp: ReadonlySet<string>): string | undefined {
  const { outcome, requests, effects, key } = call;
  const problem = isMaker(call) && isDoubled(effects) ? 'was done twice' : findProblem();
  return problem && `${outcome.tool} ${key} (${outcome.outcome}): ${problem}${describe(requests)}`;

  function findProblem(): string | undefined {
    switch (outcome.outcome) {
      case 'not_applied':
        return effects.length === 0 ? undefined : 'had an effect';
      case 'applied':
        return isMaker(call) ? checkMade(call) : checkChanged(call);
      case 'unknown':
        return requests.some(isAmbiguous) || givenUp.has(key) ? undefined : 'nothing was unclear';
    }
  }
}

/** The same effect twice: messages of one call differ in their text. */
function isDoubled(effects: readonly LoggedRequest[]): boolean {
  const bodies = effects.map(({ path, body }) => JSON.stringify([path.split('?')[0], body]));
  return new Set(bodies).size < bodies.length;
}

function checkMade({ outcome, effects }: ToldCall): string | undefined {
  const parts = outcome.made?.['parts.message_id'] ?? 'one';
  const count = typeof parts === 'string' ? 1 : parts.length;
  return effects.length === count ? undefined : `made ${count} things with ${effects.length}`;
}

/** Without an effect, Discord itself must have said that all was so before. */
function checkChanged({ outcome, requests, effects }: ToldCall): string | undefined {
  // Of an emoji that a message does not have Discord says 400.
  const absent = outcome.tool === 'reactions_remove' ? 400 : 404;
  const isSettled = ({ method, status }: LoggedRequest) =>
    (status >= 200 && status < 300) || (method === 'DELETE' && status === absent);
  return effects.length > 0 || requests.some(isSettled) ? undefined : 'had no effect';
}

/** No answer, or one of a server that may have done it: only faults do that here. */
function isAmbiguous({ status }: LoggedRequest): boolean {
  return status === 0 || status === 500 || status === 504;
}

/** A composer's counts are those of its steps. */
export function checkComposers(events: readonly AuditEvent[]): string[] {
  const steps = groupBy(events.filter(isOutcome), ({ parent_id }) => parent_id);
  return events.filter(isOutcome).flatMap(({ event, call_id, writes }) => {
    if (event !== 'composer' || !writes) return [];
    const counted = { applied: 0, not_applied: 0, unknown: 0 };
    for (const { outcome } of steps.get(call_id) ?? []) counted[outcome] += 1;
    const same = JSON.stringify(counted) === JSON.stringify(writes);
    return same ? [] : [`pipeline ${call_id}: ${JSON.stringify({ writes, counted })}`];
  });
}

function describe(requests: readonly LoggedRequest[]): string {
  return requests
    .map(({ method, path, status, applied }) => `\n  ${method} ${path} ${status} ${applied}`)
    .join('');
}
