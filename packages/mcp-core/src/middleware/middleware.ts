import type { CallContext } from '../context.ts';
import { toToolError } from '../errors/to-tool-error.ts';
import type { Outcome } from '../outcome.ts';
import type { ToolDefinition } from '../tool.ts';

/** A call on its way to the tool. */
export interface Call {
  readonly tool: ToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: CallContext;
  /** True if JSON strings inside the arguments were parsed already. */
  readonly stringsParsed: boolean;
  /** The `__confirm` control, once intake has taken it out of the arguments. */
  readonly confirmToken: string | undefined;
}

export type Next = (call: Call) => Promise<Outcome>;

/** One ring of the onion. It answers itself, or hands the call on. */
export type Middleware = (call: Call, next: Next) => Promise<Outcome>;

/**
 * The places of the onion, outermost first. Audit is outside, so that a refusal is recorded; the
 * arguments are checked before anything judges them; nothing before `approval` has an effect. The
 * intent is inside, so that it is written only for what is about to run. A server fills the places
 * it needs.
 */
export const places = [
  'trace',
  'caller',
  'audit',
  'access',
  'intake',
  'validate',
  'scope',
  'state',
  'approval',
  'intent',
] as const;

export type Place = (typeof places)[number];

/** Middleware by place. */
export type Onion = Partial<Readonly<Record<Place, Middleware>>>;

/** Puts the rings around `core`. What a ring throws becomes that ring's error outcome. */
export function compose(onion: Onion, core: Next): Next {
  return places.reduceRight<Next>((next, place) => {
    const ring = onion[place];
    return ring ? guard((call) => ring(call, next)) : next;
  }, guard(core));
}

/** Two rings in one place, the first one outside. */
export function chain(outer: Middleware, inner: Middleware): Middleware {
  return (call, next) =>
    outer(
      call,
      guard((passed) => inner(passed, next)),
    );
}

function guard(inner: Next): Next {
  return async (call) => {
    try {
      return await inner(call);
    } catch (thrown) {
      return { kind: 'error', error: toToolError(thrown) };
    }
  };
}
