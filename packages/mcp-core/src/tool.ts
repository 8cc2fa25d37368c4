import type * as z from 'zod';
import type { CallContext } from './context.ts';
import { once } from './once.ts';
import type { CallBounds } from './runs/target.ts';
import { withStateId } from './state/state-argument.ts';
import { isStateful } from './state/state-fields.ts';

/**
 * What a repeat of the call does. `read` changes nothing; `idempotent` may be repeated; `keyed` may
 * be repeated with the same idempotency key for {@link ToolDefinition.key_lifetime}; `once` must not
 * be repeated unless it is known not to have run.
 */
export type Effect = 'read' | 'idempotent' | 'keyed' | 'once';

/** What a dispatcher may call: tools that read, that write, that are destructive. */
export type ToolClass = 'read' | 'write' | 'destructive';

/** The class of a tool. */
export function classOf(tool: Pick<ToolDefinition, 'effect' | 'destructive'>): ToolClass {
  if (tool.effect === 'read') return 'read';
  return tool.destructive ? 'destructive' : 'write';
}

/** A permission by its platform's name, or several of which one is enough (the first is named in messages). */
export type PermissionRequirement = string | readonly string[];

/** How many people a call touches, as far as its arguments say. */
export interface Reach {
  /** Members that it changes. */
  readonly members?: number;
  /** Who is notified, in words, if it is more than single people: `everyone in the channel`. */
  readonly massMention?: string | undefined;
}

/** A call that a composer would make. */
export interface PlannedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Where the composer makes it, for a person: `Step 2`. Its place among the calls when absent. */
  readonly place?: string;
}

/** What became of a call whose answer was lost. */
export type LookupResult<Output> =
  | { readonly outcome: 'applied'; readonly result: Output }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unsure' };

/**
 * A result with more than its value; only composers need it. It is answered as it is: `returns` picks
 * nothing from it, and nothing of it is stored.
 */
export class Reply<Output> {
  readonly value: Output;
  readonly isError: boolean;
  /** Goes to the result's `_meta`. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** Results of other tools inside the value, by identity, with the tool each came from. */
  readonly parts: ReadonlyMap<object, ToolDefinition> | undefined;
  /** Sentences for the model beside the result, each a text block of its own. */
  readonly notes: readonly string[] | undefined;
  /** True if no secret is in the value any more: its files are not looked through as one text. */
  readonly isClean: boolean;

  constructor(
    value: Output,
    more: {
      isClean?: boolean;
      isError?: boolean;
      meta?: Readonly<Record<string, unknown>>;
      parts?: ReadonlyMap<object, ToolDefinition>;
      notes?: readonly string[] | undefined;
    } = {},
  ) {
    this.value = value;
    this.isClean = more.isClean ?? false;
    this.isError = more.isError ?? false;
    this.meta = more.meta;
    this.parts = more.parts;
    this.notes = more.notes;
  }
}

/**
 * What of a full result goes into a state field. Called at once and undivided from the storing, with
 * a copy of the field's value until then (`undefined` if nothing is stored), so that two calls at the
 * same time lose nothing of each other. It must not be asynchronous. Undefined and null store
 * nothing. The value is JSON, and fits the field's schema.
 */
export type StoreValue<Full, Args> = (
  full: Full,
  call: { readonly args: Args; readonly previous: unknown },
) => unknown;

/** Names of state fields: one, several, or several with what goes into each. */
export type Stores<Full, Args> =
  | string
  | readonly string[]
  | Readonly<Record<string, StoreValue<Full, Args>>>;

/** Why these arguments need a person's approval although the tool is not destructive. */
export interface ApprovalReason {
  readonly reason: string;
  /** True if only the person's own answer counts, and no token that a model passes on. */
  readonly personOnly?: boolean;
  /**
   * What on the server the question is about, where the arguments do not say it all: an approval
   * counts only while it is the same.
   */
  readonly boundTo?: string;
}

/** The parts of a tool that its author writes. `Full` is what `run` gives if `returns` picks from it. */
export interface ToolSource<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Full = z.input<Output>,
> {
  /** `^_?[a-z][a-z0-9_]{2,39}$`, resource first: `messages_send`. */
  readonly name: string;
  /** A toolset is a category; `meta` stays available whatever is configured. */
  readonly category: string;
  readonly title: string;
  /** When to use, when not, what comes back. At most 1,000 characters. */
  readonly description: string;
  /** An object schema, built on first use. Unknown arguments are refused. */
  readonly input: () => Input;
  /** An object schema: small, named, stable. */
  readonly output: () => Output;
  readonly effect: Effect;
  /** Of a `keyed` tool: milliseconds for which the platform remembers the key. */
  readonly key_lifetime?: number;
  /** True if the effect deletes, removes people or cannot be undone. Defaults to false. */
  readonly destructive?: boolean;
  /** True if the tool reaches beyond the server. Defaults to true. */
  readonly openWorld?: boolean;
  /** Every permission that the tool may need. */
  readonly permissions?: readonly PermissionRequirement[];
  /**
   * The permissions that these arguments need, where they decide. Must bear arguments that are not
   * valid yet: a template may stand in for any value.
   */
  readonly permissionsFor?: (args: z.output<Input>) => readonly PermissionRequirement[];
  /** Must bear arguments that are not valid yet: a template may stand in for any value. */
  readonly reach?: (args: z.output<Input>) => Reach;
  /** The platform's operations behind the tool, main one first: `POST /channels/{channel_id}/messages`. */
  readonly routes?: readonly string[];
  /** A composer's expansion: every call that the arguments ask for. */
  readonly calls?: (args: z.output<Input>) => readonly PlannedCall[];
  /** Where the calls of a composer have to stay. */
  readonly bounds?: (args: z.output<Input>) => CallBounds | undefined;
  /** A composer's arguments as every later check sees them, with the arguments of its calls parsed. */
  readonly prepare?: (args: z.output<Input>, context: CallContext) => z.output<Input>;
  /**
   * A composer's own check of its arguments. What it returns is the answer: nobody is asked for an
   * approval, and nothing runs. Sends nothing. Asked once the arguments fit, and on a server with
   * state once more when `context.state` is the caller's.
   */
  readonly check?: (
    args: z.output<Input>,
    context: CallContext,
  ) => Reply<z.input<Output>> | undefined | Promise<Reply<z.input<Output>> | undefined>;
  /**
   * True if `run` is given the caller's identity beside its arguments: `__CallerId` and
   * `__CallerGroups`, of the authenticated caller. Nobody can pass them. Defaults to false.
   */
  readonly callerIdentity?: boolean;
  readonly run: (
    args: z.output<Input>,
    context: CallContext,
  ) => Promise<Full | Reply<z.input<Output>>>;
  /**
   * What of the full result is answered. Everything when absent; then `Full` is the output. Written
   * behind `run`, so that its types are known.
   */
  readonly returns?: (full: Full, args: z.output<Input>) => z.input<Output>;
  /**
   * State fields that a success fills, each with the full result unless it says what of it. A tool
   * with state takes an optional `state_id`. Storing never makes a call fail that was done: what
   * cannot be stored is said beside the result.
   */
  readonly stores?: Stores<Full, z.output<Input>>;
  /** State fields without which the tool is not run. An approval is bound to their values. */
  readonly requires?: string | readonly string[];
  /**
   * State fields that are emptied once the tool has run, or may have. One that is also stored keeps
   * what a success has just stored in it.
   */
  readonly invalidates?: string | readonly string[];
  /**
   * Ids that the call works on although no argument holds them, by name, for the audit log. Asked just
   * before the tool runs, and of calls that are refused before their arguments or state are known.
   */
  readonly touches?: (
    args: z.output<Input>,
    context: CallContext,
  ) => Readonly<Record<string, readonly string[]>>;
  /** A dispatcher: the class of tools that it calls on behalf of its caller. It never runs itself. */
  readonly forwards?: ToolClass;
  /**
   * Why these arguments need an approval. Asked only of tools that are not destructive; in a category
   * that is approved never it counts only if the person has to answer. Must bear arguments that are not valid yet: a template may stand in
   * for any value.
   */
  readonly approvalFor?: (
    args: z.output<Input>,
    context: CallContext,
  ) => Promise<ApprovalReason | undefined>;
  /**
   * Lines of the approval's preview that only the tool can write, from its state; text from outside
   * in them is the tool's to fence. Must bear arguments that are not valid yet.
   */
  readonly previewLines?: (
    args: z.output<Input>,
    context: CallContext,
  ) => Promise<readonly string[]>;
  /** Asks whether a call made at `since` (epoch milliseconds) was applied. */
  readonly lookup?: (
    args: z.output<Input>,
    since: number,
    context: CallContext,
  ) => Promise<LookupResult<z.input<Output>>>;
}

/** A tool as the registry holds it: a value, with no server and no network behind its listing. */
export interface ToolDefinition extends ToolSource<z.ZodType, z.ZodType, unknown> {
  readonly destructive: boolean;
  readonly openWorld: boolean;
}

const namePattern = /^_?[a-z][a-z0-9_]{2,39}$/;

/** A tool whose `run` gives more than is answered: `returns` picks from it. */
export interface PickingToolSource<Input extends z.ZodType, Output extends z.ZodType, Full>
  extends ToolSource<Input, Output, Full> {
  readonly returns: (full: Full, args: z.output<Input>) => z.input<Output>;
}

/**
 * Makes a tool of its parts and types `run` by its schemas. A tool with state is given the optional
 * argument `state_id`.
 *
 * @throws TypeError if the name, the description's length or the effect's fields break a rule; on
 * first use of `input`, if a tool with state has no object schema or a `state_id` of its own
 */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType, Full>(
  source: PickingToolSource<Input, Output, Full>,
): ToolDefinition;
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>(
  source: ToolSource<Input, Output>,
): ToolDefinition;
export function defineTool<Input extends z.ZodType, Output extends z.ZodType, Full>(
  source: ToolSource<Input, Output, Full>,
): ToolDefinition {
  if (!namePattern.test(source.name)) {
    throw new TypeError(`Tool name "${source.name}" must match ${namePattern.source}.`);
  }
  if (source.description.length > 1000) {
    throw new TypeError(`The description of ${source.name} is longer than 1,000 characters.`);
  }
  if ((source.effect === 'keyed') !== (source.key_lifetime !== undefined)) {
    throw new TypeError(`${source.name}: key_lifetime belongs to keyed tools, and to all of them.`);
  }
  const input = isStateful(source) ? () => withStateId(source.name, source.input()) : source.input;
  return {
    ...source,
    destructive: source.destructive ?? false,
    openWorld: source.openWorld ?? true,
    input: once(input),
    output: once(source.output),
  } as unknown as ToolDefinition;
}
